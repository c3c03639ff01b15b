// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Formulas of the help: how they are read, said in a line, and set.

#include "tests/pgram_test.h"
#include "widgets/shell/guide/formula_picture.h"

#include <QFontMetrics>

#include <cmath>

using namespace pgram;

namespace {

QString said(const char* source)
{
    const auto formula = parseFormula(QString::fromUtf8(source));
    return formula ? formulaText(*formula) : QStringLiteral("refused");
}

QImage picture(const char* source, bool isInline = false)
{
    return formulaPicture(*parseFormula(QString::fromUtf8(source)), {QFont(), Qt::black, 2, isInline});
}

/// In units of the page.
double height(const QImage& image)
{
    return image.deviceIndependentSize().height();
}

bool isInked(const QImage& image, int row)
{
    for (int x = 0; x < image.width(); ++x) {
        if (qAlpha(image.pixel(x, row)) > 0) {
            return true;
        }
    }
    return false;
}

}  // namespace

class TestFormula : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void formulasAreSaidInALine()
    {
        QCOMPARE(said("T = \\sum_i t_i"), QStringLiteral("T = ∑_i t_i"));
        QCOMPARE(said("\"MFU\" = \\frac{C}{T N}"), QStringLiteral("MFU = C/(TN)"));
        QCOMPARE(said("2 \\frac{k - 1}{k} S"), QStringLiteral("2 (k − 1)/k S"));
        QCOMPARE(said("V' = \\max(V + c, m t)"), QStringLiteral("V′ = max(V + c, mt)"));
        QCOMPARE(said("x_{i+1}^2"), QStringLiteral("x_(i + 1)^2"));
        QCOMPARE(said("\\sqrt{a + b}"), QStringLiteral("√(a + b)"));
        QCOMPARE(said("a &= 1 \\\\ b &= 0.5"), QStringLiteral("a = 1; b = 0.5"));
        QCOMPARE(said("\"read\" e + \"written\" w"), QStringLiteral("read e + written w"));
    }

    void whatCannotBeReadIsRefusedWithItsPlace()
    {
        for (const char* wrong : {"\\frac{a}", "a_", "(a", "a)", "{a", "\"word", "\\nothing", "^"}) {
            const auto formula = parseFormula(QString::fromUtf8(wrong));
            QVERIFY2(!formula, wrong);
            QVERIFY2(formula.error().text().find(wrong) != std::string::npos, wrong);
        }
    }

    void fractionsAreHighAndScriptsLow()
    {
        QVERIFY(height(picture("\\frac{a}{b}")) > 1.6 * height(picture("x")));
        QVERIFY(height(picture("x_i")) > height(picture("x")));
        QVERIFY(height(picture("x_i^2")) > height(picture("x_i")));
        QVERIFY(height(picture("\\sum_{i=1}^n x")) > 2 * height(picture("x_i")));
        // A sign grows with what it holds, and two lines are as high as two lines.
        QVERIFY(height(picture("(\\frac{a}{b})")) >= height(picture("\\frac{a}{b}")));
        QVERIFY(height(picture("a &= b \\\\ c &= d")) > 1.8 * height(picture("a = b")));
        QVERIFY(picture("a b c").width() > picture("a").width());
    }

    void formulasInALineStandOnItsBase()
    {
        const QImage sign = picture("x", true);
        const double half = QFontMetrics(QFont()).xHeight() / 2.0;
        // Qt puts the base line of a text half an x-height below the middle of such a picture: there the ink ends.
        const double base = (height(sign) + half) / 2;
        double lowest = 0;
        for (int y = 0; y < sign.height(); ++y) {
            lowest = isInked(sign, y) ? (y + 1) / sign.devicePixelRatio() : lowest;
        }
        QVERIFY2(std::abs(lowest - base) <= 1.5, qPrintable(QString::number(lowest - base)));
    }

    void picturesHaveTheColorAndTheRatio()
    {
        const auto formula = parseFormula(QStringLiteral("x"));
        const QImage once = formulaPicture(*formula, {QFont(), Qt::red, 1, false});
        const QImage twice = formulaPicture(*formula, {QFont(), Qt::red, 2, false});
        QCOMPARE(twice.size(), once.size() * 2);
        bool isRed = false;
        for (int y = 0; y < once.height(); ++y) {
            for (int x = 0; x < once.width(); ++x) {
                const QColor color = once.pixelColor(x, y);
                isRed = isRed || (color.alpha() > 200 && color.red() > 200 && color.blue() < 50);
            }
        }
        QVERIFY(isRed);
    }
};

PGRAM_TEST(TestFormula)
#include "test_formula.moc"
