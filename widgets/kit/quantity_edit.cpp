// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/kit/quantity_edit.h"

#include "core/base/quantity.h"
#include "widgets/kit/labels.h"

#include <QEvent>
#include <QLineEdit>
#include <QStyleOptionSpinBox>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace pgram {

namespace {

constexpr qint64 mostCount = 1'000'000'000;
constexpr qint64 mostTokens = 1'000'000'000'000'000'000;
constexpr double millionths = 1e6;
constexpr qint64 mostMemory = 16384 * GiB;

/// Three digits, or as many more as it takes to be right within a thousandth: "24.0 GiB", "12.35 GiB".
QString memoryText(qint64 bytes)
{
    constexpr double thousandth = 1e-3;
    constexpr int mostDecimals = 4;
    const bool isSmall = bytes < GiB;
    const double shown = static_cast<double>(bytes) / static_cast<double>(isSmall ? MiB : GiB);
    int decimals = shown >= 100 ? 0 : shown >= 10 ? 1 : 2;
    const auto distance = [&] { return std::abs(QString::number(shown, 'f', decimals).toDouble() - shown); };
    while (decimals < mostDecimals && distance() > shown * thousandth) {
        ++decimals;
    }
    return QStringLiteral("%1 %2").arg(QString::number(shown, 'f', decimals),
                                       isSmall ? QStringLiteral("MiB") : QStringLiteral("GiB"));
}

/// The shortest text that reads as the same number: "100 M", "1.5 T", "4096".
QString tokensText(qint64 tokens)
{
    constexpr int digits = 15;
    for (const auto& [unit, size] : {std::pair{" T", 1e12}, {" B", 1e9}, {" M", 1e6}}) {
        if (static_cast<double>(tokens) >= size) {
            return QString::number(static_cast<double>(tokens) / size, 'g', digits) + QLatin1StringView(unit);
        }
    }
    return QString::number(tokens);
}

qint64 mostOf(QuantityEdit::Kind kind)
{
    return kind == QuantityEdit::Kind::Memory   ? mostMemory
           : kind == QuantityEdit::Kind::Tokens ? mostTokens
                                                : mostCount;
}

Result<qint64> noPercentage(const QString& typed, qint64 least, qint64 most)
{
    constexpr int mostQuoted = 40;
    return badInput(
        Core::tr("'{}' is not a whole percentage from {} % to {} %", typed.left(mostQuoted).toStdString(), least, most),
        {}, Core::tr("Write it as 70 or 70 %"));
}

}  // namespace

QuantityEdit::QuantityEdit(Kind kind, QWidget* parent) : QAbstractSpinBox(parent), m_kind(kind), m_most(mostOf(kind))
{
    setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    connect(lineEdit(), &QLineEdit::textEdited, this, &QuantityEdit::read);
    connect(this, &QAbstractSpinBox::editingFinished, this, &QuantityEdit::finish);
    lineEdit()->setText(textOf(m_value));
}

void QuantityEdit::setRange(qint64 least, qint64 most)
{
    m_least = least;
    m_most = most;
    setValue(std::clamp(m_value, least, most));
}

void QuantityEdit::setSpecialText(const QString& text)
{
    const bool isShown = !m_problem && !m_isTyped;
    setSpecialValueText(text);
    if (isShown) {
        lineEdit()->setText(textOf(m_value));
    }
}

void QuantityEdit::setValue(qint64 value)
{
    const qint64 next = std::clamp(value, m_least, m_most);
    setProblem(std::nullopt);
    const QString shown = textOf(next);
    if (lineEdit()->text() != shown) {
        lineEdit()->setText(shown);
    }
    m_isTyped = false;
    take(next);
}

void QuantityEdit::setNumbers(double least, double most, double step)
{
    m_step = std::llround(step * millionths);
    setRange(std::llround(least * millionths), std::llround(most * millionths));
}

void QuantityEdit::setNumber(double number)
{
    setValue(std::llround(number * millionths));
}

double QuantityEdit::number() const
{
    return static_cast<double>(m_value) / millionths;
}

void QuantityEdit::setAffixes(const QString& prefix, const QString& suffix)
{
    m_prefix = prefix;
    m_suffix = suffix;
    if (!m_problem && !m_isTyped) {
        lineEdit()->setText(textOf(m_value));
    }
}

void QuantityEdit::stepBy(int steps)
{
    // From one step's grid to the next: 4090 up by 128 is 4096.
    const qint64 steady = m_value / m_step * m_step;
    const qint64 from = steps < 0 && steady != m_value ? steady + m_step : steady;
    setValue(from + steps * m_step);
    lineEdit()->selectAll();
}

QValidator::State QuantityEdit::validate(QString& /*input*/, int& /*pos*/) const
{
    // Whatever is typed may stand there: keys that are swallowed leave a number that nobody meant.
    return QValidator::Acceptable;
}

QSize QuantityEdit::sizeHint() const
{
    ensurePolished();
    constexpr int cursor = 2;
    const QString number = m_kind == Kind::Memory ? QStringLiteral("8888.8 GiB") : QStringLiteral("88888888");
    int width = 0;
    for (const QString& text : {m_prefix + number + m_suffix, specialValueText()}) {
        width = std::max(width, fontMetrics().horizontalAdvance(text));
    }
    QStyleOptionSpinBox option;
    initStyleOption(&option);
    return style()->sizeFromContents(QStyle::CT_SpinBox, &option, {width + cursor, lineEdit()->sizeHint().height()},
                                     this);
}

QAbstractSpinBox::StepEnabled QuantityEdit::stepEnabled() const
{
    StepEnabled enabled = StepNone;
    enabled |= m_value < m_most ? StepUpEnabled : StepNone;
    enabled |= m_value > m_least ? StepDownEnabled : StepNone;
    return enabled;
}

void QuantityEdit::changeEvent(QEvent* event)
{
    const bool isRetold = event->type() == QEvent::LanguageChange || event->type() == QEvent::FontChange;
    if (isRetold && !m_problem && !m_isTyped) {
        lineEdit()->setText(textOf(m_value));
    }
    QAbstractSpinBox::changeEvent(event);
}

void QuantityEdit::read()
{
    m_isTyped = true;
    const Result<qint64> typed = parsed(lineEdit()->text());
    setProblem(typed ? std::nullopt : std::optional(typed.error()));
}

/// What can be read is shown as it is understood; what cannot stays.
void QuantityEdit::finish()
{
    if (!m_isTyped) {
        return;
    }
    if (const Result<qint64> typed = parsed(lineEdit()->text())) {
        setValue(*typed);
    } else if (isVisible()) {
        QToolTip::showText(mapToGlobal(rect().bottomLeft()), toolTip(), this);
    }
}

void QuantityEdit::take(qint64 value)
{
    if (value != m_value) {
        m_value = value;
        Q_EMIT valueChanged(value);
    }
}

void QuantityEdit::setProblem(std::optional<Error> problem)
{
    const auto words = [](const std::optional<Error>& error) { return error ? error->text() : std::string(); };
    if (words(problem) != words(m_problem)) {
        m_tip = m_problem ? m_tip : toolTip();
        markWrong(this, problem ? QString::fromStdString(problem->text()) : QString(), m_tip);
        m_problem = std::move(problem);
        Q_EMIT problemChanged();
    }
}

Result<qint64> QuantityEdit::parsed(const QString& text) const
{
    QString typed = text.trimmed();
    if (typed.compare(specialValueText(), Qt::CaseInsensitive) == 0) {
        return m_least;
    }
    if (const QString prefix = m_prefix.trimmed(); typed.startsWith(prefix, Qt::CaseInsensitive)) {
        typed = typed.mid(prefix.size()).trimmed();
    }
    if (const QString suffix = m_suffix.trimmed(); typed.endsWith(suffix, Qt::CaseInsensitive)) {
        typed = typed.chopped(suffix.size()).trimmed();
    }
    if (m_kind == Kind::Number) {
        return parseNumber(typed.toStdString(), m_least / millionths, m_most / millionths).map([](double number) {
            return qint64{std::llround(number * millionths)};
        });
    }
    if (m_kind == Kind::Tokens) {
        return parseTokens(typed.toStdString(), {}).map([](double tokens) { return qint64{std::llround(tokens)}; });
    }
    if (m_kind != Kind::Memory) {
        const bool hasSign = m_kind == Kind::Percent && typed.endsWith(QLatin1Char('%'));
        const QString number = hasSign ? typed.chopped(1).trimmed() : typed;
        const Result<std::int64_t> count = parseCount(number.toStdString(), m_least, m_most);
        return count                     ? Result<qint64>(qint64{*count})
               : m_kind == Kind::Percent ? noPercentage(typed, m_least, m_most)
                                         : tl::unexpected(count.error());
    }
    const Result<Bytes> bytes = parseMemory(typed.toStdString(), GiB);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    if (*bytes > m_most) {
        return badInput(Core::tr("the memory budget is more than any device has"), {},
                        Core::tr("Give at most 16 TiB per device"));
    }
    return qint64{*bytes};
}

QString QuantityEdit::textOf(qint64 value) const
{
    if (value == m_least && !specialValueText().isEmpty()) {
        return specialValueText();
    }
    return m_prefix + numberOf(value) + m_suffix;
}

QString QuantityEdit::numberOf(qint64 value) const
{
    constexpr int digits = 15;
    switch (m_kind) {
    case Kind::Memory:
        return memoryText(value);
    case Kind::Count:
        break;
    case Kind::Percent:
        return QStringLiteral("%1 %").arg(value);
    case Kind::Number:
        return QString::number(static_cast<double>(value) / millionths, 'g', digits);
    case Kind::Tokens:
        return tokensText(value);
    }
    return QString::number(value);
}

}  // namespace pgram
