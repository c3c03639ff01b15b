// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/teach/handout.h"

#include "widgets/docks/lesson/lesson_drawing.h"
#include "widgets/docks/lesson/lesson_text.h"
#include "widgets/docks/lesson/question_box.h"
#include "widgets/document/core_text.h"
#include "widgets/document/texts.h"
#include "widgets/document/workbench.h"
#include "widgets/theme/appearance.h"
#include "widgets/views/all_views.h"
#include "widgets/views/common/picture_export.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextDocumentFragment>

#include <algorithm>
#include <tuple>

namespace pgram {

namespace {

constexpr QSize pictureSize{960, 440};  // of the view; on paper as wide as the text
constexpr int paperWidth = 660;         // of the text and the pictures, in the document's pixels
constexpr int drawingWidth = 400;
constexpr double sharpness = 2;  // pixels for each of the picture

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Handout)
};

QString partOf(const LessonQuestion& question, const std::string& rest = {})
{
    return qs(rest.empty() ? question.id : question.id + "/" + rest);
}

class Handout {
public:
    Handout(const PresetStore& store, const HandoutOptions& options)
        : m_options(options), m_bench(store), m_cursor(&m_text)
    {
        QFont font;
        font.setPointSizeF(10.5);
        m_text.setDefaultFont(font);
        for (View* view : makeViews(&m_bench)) {
            m_views.emplace_back(view);
            view->setPalette(lightPalette());
            view->resize(pictureSize);
        }
    }

    /// Empty = done.
    QString make()
    {
        QString failure;
        QObject::connect(&m_bench.lesson, &LessonRun::failed, [&](const Error& error) { failure = errorText(error); });
        m_bench.lesson.setLanguage(m_options.language);
        m_bench.lesson.open(m_options.lesson);
        if (!failure.isEmpty()) {
            return failure;
        }
        for (int i = 0; i < m_bench.lesson.stepCount(); ++i) {
            m_bench.lesson.goTo(i);
            while (!m_bench.lesson.isReady()) {
                QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
            }
            if (i == 0) {
                writeHead();
            }
            writeStep(i);
        }
        return {};
    }

    [[nodiscard]] QByteArray html() const
    {
        QString page = m_text.toHtml();
        page.replace(QStringLiteral("<html>"),
                     QStringLiteral("<html lang=\"%1\">").arg(QString(m_options.language).replace(u'_', u'-')));
        return page.toUtf8();
    }

    [[nodiscard]] QByteArray pdf()
    {
        QByteArray bytes;
        QBuffer buffer(&bytes);
        buffer.open(QIODevice::WriteOnly);
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setPageMargins({18, 16, 18, 16}, QPageLayout::Millimeter);
        writer.setTitle(m_bench.lesson.title());
        writer.setCreator(QStringLiteral("Parallelogram"));
        // Laid out for the page in the document's own pixels, or it would be put into margins of its own.
        const QSizeF page = writer.pageLayout().paintRect(QPageLayout::Point).size();
        m_text.setDocumentMargin(0);
        m_text.setPageSize(page * paperWidth / page.width());
        m_text.print(&writer);
        return bytes;
    }

private:
    void heading(const QString& text, int level)
    {
        QTextBlockFormat block;
        block.setHeadingLevel(level);
        block.setTopMargin(level == 1 ? 0 : 14);
        block.setBottomMargin(4);
        QTextCharFormat chars;
        chars.setFontWeight(QFont::Bold);
        chars.setProperty(QTextFormat::FontSizeAdjustment, 3 - level);
        m_cursor.movePosition(QTextCursor::End);
        m_cursor.insertBlock(block, chars);
        m_cursor.insertText(text, chars);
    }

    void markdown(const QString& text)
    {
        if (text.isEmpty()) {
            return;
        }
        m_cursor.movePosition(QTextCursor::End);
        QTextBlockFormat block;
        block.setTopMargin(4);
        block.setBottomMargin(6);
        m_cursor.insertBlock(block, QTextCharFormat());
        m_cursor.insertFragment(QTextDocumentFragment(lessonDocument(text).get()));
    }

    void line(const QString& text)
    {
        QTextBlockFormat block;
        block.setIndent(1);
        m_cursor.movePosition(QTextCursor::End);
        m_cursor.insertBlock(block, QTextCharFormat());
        m_cursor.insertText(text, QTextCharFormat());
    }

    void writeHead()
    {
        const LessonRun& run = m_bench.lesson;
        heading(run.title(), 1);
        markdown(m_options.solutions ? Words::tr("**Solutions.** About %n minute(s).", nullptr, minutesOf(run.lesson()))
                                     : Words::tr("About %n minute(s). Name: ______________________________", nullptr,
                                                 minutesOf(run.lesson())));
        markdown(run.summary());
    }

    void writeStep(int at)
    {
        LessonRun& run = m_bench.lesson;
        heading(QStringLiteral("%1. %2").arg(at + 1).arg(run.titleAt(at)), 2);
        if (const auto& problem = run.problem()) {
            line(errorText(*problem));
            return;
        }
        markdown(run.stepText({}));
        drawing();
        picture();
        const QString task = run.stepText(QStringLiteral("task"));
        if (!task.isEmpty()) {
            markdown(Words::tr("**To do.** %1").arg(task));
        }
        if (m_options.solutions) {
            const QString notes = run.stepText(QStringLiteral("notes"));
            markdown(notes.isEmpty() ? QString() : Words::tr("**Speaker's notes.** %1").arg(notes));
            markdown(run.stepText(QStringLiteral("hint")));
            run.showSolution();
            markdown(run.stepText(QStringLiteral("explain")));
        }
        for (int i = 0; i < static_cast<int>(run.step().questions.size()); ++i) {
            writeQuestion(i);
        }
        const QString further = run.stepText(QStringLiteral("try"));
        if (!further.isEmpty()) {
            markdown(Words::tr("**Try further.** %1").arg(further));
        }
    }

    void writeQuestion(int index)
    {
        const LessonRun& run = m_bench.lesson;
        const LessonQuestion& question = run.step().questions[static_cast<std::size_t>(index)];
        markdown(Words::tr("**Question.** %1").arg(run.stepText(partOf(question))));
        if (m_options.solutions) {
            markdown(QStringLiteral("**%1**").arg(answerText(run, index)));
            markdown(run.stepText(partOf(question, "explain")));
            return;
        }
        for (const LessonQuestion::Choice& choice : question.choices) {
            const bool isOrder = question.kind == LessonQuestionKind::Order;
            line((isOrder ? QStringLiteral("____  ") : QStringLiteral("☐  ")) +
                 run.stepText(partOf(question, choice.id)));
        }
        if (question.kind == LessonQuestionKind::Number) {
            line(QStringLiteral("______________ %1").arg(unitText(question.unit)));
        }
    }

    /// What the step's view shows, as it stands at the step's begin.
    void picture()
    {
        const LessonStep& step = m_bench.lesson.step();
        const auto found = std::ranges::find_if(
            m_views, [&](const auto& view) { return view->viewName().toStdString() == step.view; });
        const auto shown = std::tuple(m_bench.document.plan(), step.view, step.page);
        if (found == m_views.end() || shown == m_drawn) {
            return;  // the same picture again
        }
        m_drawn = shown;
        View& view = **found;
        view.showPageNamed(qs(step.page));
        view.startWork();
        while (view.isWorking()) {
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        }
        QImage image(pictureSize * sharpness, QImage::Format_RGB32);
        image.setDevicePixelRatio(sharpness);
        image.fill(Qt::white);
        QPainter painter(&image);
        view.paintPicture(painter, QRectF(QPointF(), pictureSize));
        painter.end();
        insert(image, paperWidth,
               QStringLiteral("%1. %2").arg(view.viewTitle(), headline(*m_bench.document.estimate())));
    }

    void drawing()
    {
        const std::string& name = m_bench.lesson.step().drawing;
        if (!name.empty()) {
            QImage image(drawingSize(name, drawingWidth) * sharpness, QImage::Format_RGB32);
            image.fill(Qt::white);
            paintDrawing(name, Qt::black, image);
            insert(image, drawingWidth, drawingText(name));
        }
    }

    void insert(const QImage& image, int width, const QString& text)
    {
        QByteArray png;
        QBuffer buffer(&png);
        buffer.open(QIODevice::WriteOnly);
        image.save(&buffer, "PNG");
        QTextImageFormat format;
        format.setName(QStringLiteral("data:image/png;base64,") + QString::fromLatin1(png.toBase64()));
        format.setWidth(width);
        format.setHeight(static_cast<double>(width) * image.height() / image.width());
        format.setProperty(QTextFormat::ImageAltText, text);
        m_cursor.movePosition(QTextCursor::End);
        m_cursor.insertBlock(QTextBlockFormat(), QTextCharFormat());
        m_cursor.insertImage(format);
    }

    HandoutOptions m_options;
    Workbench m_bench;
    std::vector<std::unique_ptr<View>> m_views;
    std::tuple<std::shared_ptr<const Plan>, std::string, std::string> m_drawn;
    QTextDocument m_text;
    QTextCursor m_cursor;
};

struct ResultRow {
    std::string step;
    std::string kind;  ///< "task", "question"
    std::string id;
    std::string result;  ///< "done", "right", "shown", "wrong", "open"
    std::int64_t tries = 0;
};

std::vector<ResultRow> rowsOf(const LessonRun& run)
{
    std::vector<ResultRow> rows;
    for (int at = 0; at < run.stepCount(); ++at) {
        const LessonStep& step = run.stepAt(at);
        if (step.task) {
            const TaskRecord& record = run.taskAt(at);
            rows.push_back({step.id, "task", "task", record.shown ? "shown" : record.done ? "done" : "open", 0});
        }
        for (int i = 0; i < static_cast<int>(step.questions.size()); ++i) {
            const QuestionRecord& record = run.questionAt(at, i);
            rows.push_back({step.id, "question", step.questions[static_cast<std::size_t>(i)].id,
                            record.right       ? "right"
                            : record.shown     ? "shown"
                            : record.tries > 0 ? "wrong"
                                               : "open",
                            record.tries});
        }
    }
    return rows;
}

}  // namespace

QString writeHandout(const QString& file, const PresetStore& store, const HandoutOptions& options)
{
    Handout handout(store, options);
    if (QString failure = handout.make(); !failure.isEmpty()) {
        return failure;
    }
    const bool isPdf = file.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive);
    return saveBytes(file, isPdf ? handout.pdf() : handout.html());
}

FigureContent resultsOf(const LessonRun& run)
{
    const auto rows = std::make_shared<const std::vector<ResultRow>>(rowsOf(run));
    std::string lesson = run.lesson().name;
    return figuresOf<ResultRow>(
        static_cast<int>(rows->size()), [rows](int row) { return (*rows)[static_cast<std::size_t>(row)]; },
        {{Words::tr("Lesson"), "lesson", Unit::Text,
          [lesson = std::move(lesson)](const ResultRow&) { return std::string(lesson); }},
         {Words::tr("Step"), "step", Unit::Text, [](const ResultRow& row) { return row.step; }},
         {Words::tr("Kind"), "kind", Unit::Text, [](const ResultRow& row) { return row.kind; }},
         {Words::tr("Name"), "name", Unit::Text, [](const ResultRow& row) { return row.id; }},
         {Words::tr("Result"), "result", Unit::Text, [](const ResultRow& row) { return row.result; }},
         {Words::tr("Tries"), "tries", Unit::Count, [](const ResultRow& row) { return row.tries; }}});
}

}  // namespace pgram
