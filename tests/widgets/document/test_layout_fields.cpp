// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The layout of a tensor group as it is chosen by hand: offered where it was searched or named, kept to what the
// group's size makes.
#include "tests/pgram_test.h"
#include "tests/widgets/fixtures/sample_plan.h"
#include "widgets/document/strategy_choices.h"

#include <algorithm>

using namespace pgram;

namespace {

LayerStrategy with(const char* text, const char* field, int value)
{
    const LayerStrategy now = strategyNamed(text);
    return withField(now, strategyField(field), value, now.groupSize());
}

int valueOf(TensorLayout layout)
{
    return static_cast<int>(layout);
}

}  // namespace

class TestLayoutFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsTakeTheLayoutsThatTheyMake()
    {
        QCOMPARE(with("TP4·DP2", "tensor_layout", valueOf(TensorLayout::Grid)), strategyNamed("TP4+2D·DP2"));
        QCOMPARE(with("TP8", "tensor_layout", valueOf(TensorLayout::Grid)), strategyNamed("TP8+2.5D2"));
        QCOMPARE(with("TP8", "tensor_layout", valueOf(TensorLayout::Cube)), strategyNamed("TP8+3D"));
        QCOMPARE(with("TP8", "tensor_layout", valueOf(TensorLayout::Ring)), strategyNamed("RSA8"));
        QCOMPARE(with("TP8+3D", "tensor_layout", valueOf(TensorLayout::Line)), strategyNamed("TP8"));
        QCOMPARE(with("TP16+2D", "tensor_depth", 4), strategyNamed("TP16+2.5D4"));
        QCOMPARE(with("TP16+2.5D4", "tensor_depth", 1), strategyNamed("TP16+2D"));
        QCOMPARE(with("TP4", "tensor_layout", valueOf(TensorLayout::Cube)), strategyNamed("TP4"));  // and refused
        QCOMPARE(with("TP16+2D", "tensor_depth", 2), strategyNamed("TP16+2D"));
    }

    void otherDegreesKeepWhatTheyCan()
    {
        QCOMPARE(with("TP4+2D·DP2", "tensor", 8), strategyNamed("TP8+2.5D2"));
        QCOMPARE(with("TP8+3D", "tensor", 4), strategyNamed("TP4·DP2"));
        QCOMPARE(with("RSA8", "tensor", 1), strategyNamed("DP8"));
    }

    void refusalsSayWhatTheGroupIsNot()
    {
        const StrategyField& field = strategyField("tensor_layout");
        const auto refused = field.refused(strategyNamed("TP4"), strategyNamed("TP4"), valueOf(TensorLayout::Cube));
        QVERIFY(refused);
        QCOMPARE(explain(*refused).english(), std::string("4 devices are no cube"));
        const auto deep = strategyField("tensor_depth").refused(strategyNamed("TP16+2D"), strategyNamed("TP16+2D"), 2);
        QVERIFY(deep);
        QCOMPARE(explain(*deep).english(), std::string("16 devices are not 2 squares"));
    }

    void offeredWhereSearchedOrNamed()
    {
        Plan plan = samplePlan(1, 4, 8);
        std::ranges::fill(plan.strategies, strategyNamed("TP4·DP2"));
        const StrategyField& field = strategyField("tensor_layout");
        plan.provenance.space = "dp,tp,pp";
        QVERIFY(!isOffered(plan, 1, field));
        plan.provenance.space = "dp,tp,pp,layouts";
        QVERIFY(isOffered(plan, 1, field) && !isOffered(plan, 1, strategyField("tensor_depth")));
        plan.provenance.space.clear();
        plan.strategies[2] = strategyNamed("TP4+2D·DP2");
        QVERIFY(isOffered(plan, 1, field) && isOffered(plan, 2, strategyField("tensor_depth")));
    }
};

PGRAM_TEST(TestLayoutFields)
#include "test_layout_fields.moc"
