// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/guide/formula.h"

#include <QHash>
#include <QStringList>

#include <optional>

namespace pgram {

namespace {

using Kind = FormulaNode::Kind;

const QString relations = QStringLiteral("=≤≥<>→←∈≈");
const QString binaries = QStringLiteral("+−·×");
const QString openers = QStringLiteral("([⌈⌊|");
const QString closers = QStringLiteral(")]⌉⌋|");

class Reader {
public:
    explicit Reader(const QString& source) : m_source(source) {}

    [[nodiscard]] Result<Formula> read()
    {
        Formula formula{{{}}};
        while (true) {
            formula.lines.back().push_back(row(QStringLiteral("&\\")));
            if (m_problem || atEnd()) {
                break;
            }
            if (take(QStringLiteral("&"))) {
                continue;
            }
            if (take(QStringLiteral("\\\\"))) {
                formula.lines.emplace_back();
                continue;
            }
            complain("does not belong here");
            break;
        }
        return m_problem ? Result<Formula>(tl::unexpected(*m_problem)) : Result<Formula>(std::move(formula));
    }

private:
    [[nodiscard]] bool atEnd() const { return m_at >= m_source.size(); }
    [[nodiscard]] QChar next() const { return atEnd() ? QChar() : m_source[m_at]; }
    [[nodiscard]] bool take(const QString& word)
    {
        const bool is = QStringView(m_source).mid(m_at).startsWith(word);
        m_at += is ? word.size() : 0;
        return is;
    }
    void skipBlanks()
    {
        while (next() == QLatin1Char(' ')) {
            ++m_at;
        }
    }
    void complain(const char* what)
    {
        if (!m_problem) {
            m_problem = Error{ErrorKind::BadInput,
                              Text(what),
                              QStringLiteral("“%1” at “%2”").arg(m_source, m_source.mid(m_at)).toStdString(),
                              {}};
        }
    }

    /// A line ends at "\\", a command is none.
    [[nodiscard]] bool endsHere(const QString& ends) const
    {
        const bool isCommand =
            next() == QLatin1Char('\\') && m_at + 1 < m_source.size() && m_source[m_at + 1] != QLatin1Char('\\');
        return ends.contains(next()) && !isCommand;
    }

    FormulaRow row(const QString& ends)
    {
        FormulaRow row;
        for (skipBlanks(); !m_problem && !atEnd() && !endsHere(ends); skipBlanks()) {
            row.push_back(withScripts(atom()));
        }
        return row;
    }

    FormulaNode withScripts(FormulaNode base)
    {
        FormulaRow below;
        FormulaRow above;
        for (bool more = true; more && !m_problem;) {
            if (take(QStringLiteral("_"))) {
                below.push_back(atom());
            } else if (take(QStringLiteral("^"))) {
                above.push_back(atom());
            } else if (take(QStringLiteral("'"))) {
                above.push_back({Kind::Text, QStringLiteral("′"), {}});
            } else {
                more = false;
            }
        }
        if (below.empty() && above.empty()) {
            return base;
        }
        return {Kind::Scripts, {}, {FormulaRow{std::move(base)}, std::move(below), std::move(above)}};
    }

    FormulaNode atom()
    {
        skipBlanks();
        const QChar sign = next();
        if (atEnd()) {
            complain("something is missing");
            return {};
        }
        if (sign == QLatin1Char('{')) {
            return {Kind::Group, {}, {braced()}};
        }
        if (sign == QLatin1Char('\\')) {
            return command();
        }
        if (sign.isDigit()) {
            return {Kind::Text, digits(), {}};
        }
        if (const auto fence = openers.indexOf(sign); fence >= 0) {
            return fenced(fence);
        }
        if (sign == QLatin1Char('"')) {
            return quoted();
        }
        ++m_at;
        if (relations.contains(sign)) {
            return {Kind::Relation, sign, {}};
        }
        if (binaries.contains(sign) || sign == QLatin1Char('-')) {
            return {Kind::Binary, sign == QLatin1Char('-') ? QStringLiteral("−") : QString(sign), {}};
        }
        if (sign == QLatin1Char(',') || sign == QLatin1Char(';')) {
            return {Kind::Comma, sign, {}};
        }
        if (QStringLiteral("}_^&").contains(sign) || closers.contains(sign)) {
            --m_at;
            complain("does not belong here");
        }
        return {sign.isLetter() ? Kind::Letter : Kind::Text, sign, {}};
    }

    FormulaRow braced()
    {
        if (!take(QStringLiteral("{"))) {
            complain("“{” is missing");
        }
        FormulaRow inner = row(QStringLiteral("}"));
        if (!take(QStringLiteral("}"))) {
            complain("“}” is missing");
        }
        return inner;
    }

    FormulaNode fenced(qsizetype fence)
    {
        ++m_at;
        FormulaRow inner = row(QString(closers[fence]));
        if (!take(QString(closers[fence]))) {
            complain("the closing sign is missing");
        }
        return {Kind::Fenced, QString(openers[fence]) + closers[fence], {std::move(inner)}};
    }

    FormulaNode quoted()
    {
        const qsizetype end = m_source.indexOf(QLatin1Char('"'), m_at + 1);
        if (end < 0) {
            complain("the closing quote is missing");
            return {};
        }
        const QString word = m_source.mid(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        return {Kind::Text, word, {}};
    }

    QString digits()
    {
        const qsizetype first = m_at;
        while (next().isDigit() ||
               (next() == QLatin1Char('.') && m_at + 1 < m_source.size() && m_source[m_at + 1].isDigit())) {
            ++m_at;
        }
        return m_source.mid(first, m_at - first);
    }

    FormulaNode command()
    {
        static const QHash<QString, QString> operators{{QStringLiteral("sum"), QStringLiteral("∑")},
                                                       {QStringLiteral("max"), QStringLiteral("max")},
                                                       {QStringLiteral("min"), QStringLiteral("min")}};
        const qsizetype first = ++m_at;
        while (next().isLetter() && next().unicode() < 128) {
            ++m_at;
        }
        const QString name = m_source.mid(first, m_at - first);
        if (const auto known = operators.constFind(name); known != operators.constEnd()) {
            return {Kind::Operator, *known, {}};
        }
        if (name == QLatin1StringView("log")) {
            return {Kind::Text, name, {}};
        }
        if (name == QLatin1StringView("frac")) {
            FormulaRow above = braced();
            return {Kind::Fraction, {}, {std::move(above), braced()}};
        }
        if (name == QLatin1StringView("sqrt")) {
            return {Kind::Root, {}, {braced()}};
        }
        if (name != QLatin1StringView("quad")) {
            m_at = first - 1;
            complain("no such command");
        }
        return {Kind::Space, {}, {}};
    }

    const QString& m_source;
    qsizetype m_at = 0;
    std::optional<Error> m_problem;
};

QString rowText(const FormulaRow& row);

/// With parentheses where it is more than one sign.
QString partText(const FormulaRow& row)
{
    const QString text = rowText(row);
    const bool isOne = row.size() == 1 && (row[0].kind == Kind::Letter || row[0].kind == Kind::Text ||
                                           row[0].kind == Kind::Fenced || row[0].kind == Kind::Scripts);
    const bool isGroup = row.size() == 1 && row[0].kind == Kind::Group;
    return isGroup ? partText(row[0].parts[0]) : isOne ? text : QStringLiteral("(%1)").arg(text);
}

QString nodeText(const FormulaNode& node)
{
    switch (node.kind) {
    case Kind::Relation:
    case Kind::Binary:
        return QStringLiteral(" %1 ").arg(node.text);
    case Kind::Comma:
        return node.text + QLatin1Char(' ');
    case Kind::Space:
        return QStringLiteral("   ");
    case Kind::Operator:
        return node.text == QStringLiteral("∑") ? QStringLiteral(" ∑ ") : QStringLiteral(" %1").arg(node.text);
    case Kind::Group:
        return rowText(node.parts[0]);
    case Kind::Fraction:
        return QStringLiteral(" %1/%2 ").arg(partText(node.parts[0]), partText(node.parts[1]));
    case Kind::Root:
        return QStringLiteral("√") + partText(node.parts[0]);
    case Kind::Fenced:
        return node.text[0] + rowText(node.parts[0]) + node.text[1];
    case Kind::Scripts: {
        QString text = rowText(node.parts[0]).trimmed();
        text += node.parts[1].empty() ? QString() : QLatin1Char('_') + partText(node.parts[1]);
        const QString above = node.parts[2].empty() ? QString() : partText(node.parts[2]);
        text += above.isEmpty() || above.startsWith(QStringLiteral("′")) ? above : QLatin1Char('^') + above;
        return node.parts[0].front().kind == Kind::Operator ? QStringLiteral(" %1 ").arg(text) : text;
    }
    default:
        return node.text;
    }
}

QString rowText(const FormulaRow& row)
{
    QString text;
    const FormulaNode* before = nullptr;
    for (const FormulaNode& node : row) {
        const bool isWord = node.kind == Kind::Text && node.text.size() > 1;
        const bool afterWord = before != nullptr && ((before->kind == Kind::Text && before->text.size() > 1) ||
                                                     (before->kind == Kind::Operator && node.kind != Kind::Fenced));
        text += (isWord || afterWord ? QStringLiteral(" ") : QString()) + nodeText(node);
        before = &node;
    }
    text.replace(QStringLiteral(" ,"), QStringLiteral(","));
    return text.simplified();
}

}  // namespace

Result<Formula> parseFormula(const QString& source)
{
    return Reader(source).read();
}

QString formulaText(const Formula& formula)
{
    QStringList lines;
    for (const auto& cells : formula.lines) {
        QString line;
        for (const FormulaRow& cell : cells) {
            line += QLatin1Char(' ') + rowText(cell);
        }
        lines.append(line.simplified());
    }
    return lines.join(QStringLiteral("; "));
}

}  // namespace pgram
