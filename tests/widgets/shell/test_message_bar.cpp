// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Messages: few, distinct, and gone when they are cured or read.

#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/text.h"
#include "widgets/shell/frame/message_bar.h"

#include <QPushButton>

using namespace pgram;

namespace {

Message message(Tone tone, const char* words, Act act)
{
    Message message{tone, text(words), {}, {}};
    message.act = act;
    return message;
}

}  // namespace

class TestMessageBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void messagesAreFewAndDistinct();
    void goodNewsLeaves();
    void theNextTryRemovesTheLast();
    void aLongAnswerIsReadWhole();
    void theToneHasAName();
};

void TestMessageBar::messagesAreFewAndDistinct()
{
    MessageBar bar;
    int taken = 0;
    for (const char* text : {"one", "two", "two", "three", "four"}) {
        bar.post({Tone::Note, QString::fromLatin1(text), QStringLiteral("Take"), [&taken] { ++taken; }});
    }
    QCOMPARE(bar.texts(), (QStringList{QStringLiteral("two"), QStringLiteral("three"), QStringLiteral("four")}));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);  // of the rows that are gone
    QTest::mouseClick(bar.findChildren<QPushButton*>().front(), Qt::LeftButton);
    QCOMPARE(taken, 1);
    QCOMPARE(bar.texts(), (QStringList{QStringLiteral("three"), QStringLiteral("four")}));
    bar.dismiss(Tone::Note);
    QVERIFY(bar.texts().isEmpty());
    // What is answered may dismiss the question itself.
    const QString question = QStringLiteral("five");
    bar.post({Tone::Warning, question, QStringLiteral("Take"), [&bar, question] {
                  bar.dismiss(Tone::Warning);
                  bar.dismiss(question);
              }});
    QTest::mouseClick(bar.findChildren<QPushButton*>().back(), Qt::LeftButton);
    QVERIFY(bar.texts().isEmpty());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QVERIFY(bar.findChildren<QPushButton*>().isEmpty());
}

void TestMessageBar::goodNewsLeaves()
{
    MessageBar bar;
    std::vector<std::function<void()>> later;
    bar.setLater([&later](int milliseconds, QObject*, const std::function<void()>& what) {
        QVERIFY(milliseconds >= 3000);
        later.push_back(what);
    });
    bar.post(Tone::Bad, text("broken"));
    bar.post({Tone::Good, text("Closed a plan."), text("Bring Back"), [] {}});
    bar.post(Tone::Good, text("Saved a"));
    QCOMPARE(later.size(), std::size_t{1});
    later.front()();
    QCOMPARE(bar.texts(), (QStringList{text("broken"), text("Closed a plan.")}));
    // Two of them do not stand together.
    bar.post(Tone::Good, text("Saved b"));
    bar.post(Tone::Good, text("Saved c"));
    QCOMPARE(bar.texts(), (QStringList{text("broken"), text("Closed a plan."), text("Saved c")}));
}

void TestMessageBar::theNextTryRemovesTheLast()
{
    MessageBar bar;
    bar.post(message(Tone::Bad, "a.json is no plan", Act::Open));
    bar.post(message(Tone::Bad, "b.json is no plan", Act::Open));
    bar.post(message(Tone::Bad, "the disk is full", Act::Save));
    QCOMPARE(bar.texts().size(), 3);
    bar.begin(Act::Save);
    bar.post(message(Tone::Good, "Saved a", Act::Save));
    QCOMPARE(bar.texts(), (QStringList{text("a.json is no plan"), text("b.json is no plan"), text("Saved a")}));
    bar.begin(Act::Open);
    QCOMPARE(bar.texts(), QStringList(text("Saved a")));
    Message question = message(Tone::Warning, "Restore?", Act::Open);
    question.actionText = text("Yes");
    question.otherText = text("No");
    bar.post(question);
    bar.begin(Act::Open);
    QCOMPARE(bar.texts().size(), 2);
}

/// The end of an answer has its price.
void TestMessageBar::aLongAnswerIsReadWhole()
{
    MessageBar bar;
    const QString offer =
        text("optimizer states in host memory: 4.06 s per step, 71.5 GiB per device, 1.22 TiB of host "
             "memory per node (how much a node has is not known)");
    Message message{Tone::Warning, text("Nothing fits. It fits with:"), {}, {}};
    message.choices = {{text("short"), [] {}}, {offer, [] {}}};
    bar.post(message);
    bar.resize(360, 400);
    bar.show();
    QVERIFY(QTest::qWaitForWindowExposed(&bar));
    const QList<QPushButton*> answers = bar.findChildren<QPushButton*>();
    QCOMPARE(answers.size(), 2);
    const QPushButton* brief = answers.front();
    const QPushButton* whole = answers.back();
    QCOMPARE(brief->height(), brief->sizeHint().height());
    QCOMPARE(whole->toolTip(), offer);
    QVERIFY(whole->width() <= bar.width());
    const QRect room(0, 0, whole->width(), QWIDGETSIZE_MAX);
    QVERIFY(whole->height() >= whole->fontMetrics().boundingRect(room, Qt::TextWordWrap, offer).height());
    bar.resize(2000, 400);
    QTRY_COMPARE(whole->height(), brief->height());
}

void TestMessageBar::theToneHasAName()
{
    MessageBar bar;
    for (const auto& [tone, name] : {std::pair(Tone::Bad, "Error"), std::pair(Tone::Warning, "Warning"),
                                     std::pair(Tone::Note, "Information"), std::pair(Tone::Good, "Done")}) {
        bar.post(tone, QStringLiteral("said as %1").arg(text(name)));
        QCOMPARE(bar.accessibleDescription(), QStringLiteral("%1: said as %1").arg(text(name)));
    }
}

PGRAM_TEST(TestMessageBar)
#include "test_message_bar.moc"
