<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>ClusterPicture</name>
    <message numerus="yes">
        <source>%1, %2, %n device(s)</source>
        <translation>
            <numerusform>%1, %2, %n device</numerusform>
            <numerusform>%1, %2, %n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %n device(s)</source>
        <translation>
            <numerusform>%1 for %n device</numerusform>
            <numerusform>%1 for %n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n device(s), %2 with %3 each</source>
        <translation>
            <numerusform>%1: %n device, %2 with %3 each</numerusform>
            <numerusform>%1: %n devices, %2 with %3 each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CommunicationGroups</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CompareText</name>
    <message numerus="yes">
        <source>%n layer(s) differ</source>
        <translation>
            <numerusform>%n layer differs</numerusform>
            <numerusform>%n layers differ</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeploymentText</name>
    <message numerus="yes">
        <source>%n sequence(s) at once, prompts of %1 tokens, %2 generated</source>
        <translation>
            <numerusform>%n sequence at once, prompts of %1 tokens, %2 generated</numerusform>
            <numerusform>%n sequences at once, prompts of %1 tokens, %2 generated</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 to %3, median %4, %n measured row(s)</source>
        <translation>
            <numerusform>%1: %2 to %3, median %4, %n measured row</numerusform>
            <numerusform>%1: %2 to %3, median %4, %n measured rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) share the model, adapters of width %1, %2 tokens per inference</source>
        <translation>
            <numerusform>%n task shares the model, adapters of width %1, %2 tokens per inference</numerusform>
            <numerusform>%n tasks share the model, adapters of width %1, %2 tokens per inference</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeviceMap</name>
    <message numerus="yes">
        <source>%n device(s) in nodes of %1, fullest %2 of %3</source>
        <translation>
            <numerusform>%n device in nodes of %1, fullest %2 of %3</numerusform>
            <numerusform>%n devices in nodes of %1, fullest %2 of %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditText</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message numerus="yes">
        <source>FLOP of the model / (step time × peak of %n device(s))</source>
        <translation>
            <numerusform>FLOP of the model / (step time × peak of %n device)</numerusform>
            <numerusform>FLOP of the model / (step time × peak of %n devices)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n device(s); %1</source>
        <translation>
            <numerusform>of %n device; %1</numerusform>
            <numerusform>of %n devices; %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n layer(s))</source>
        <translation>
            <numerusform>%1 (%n layer)</numerusform>
            <numerusform>%1 (%n layers)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tensors, %1 in reserve, %2 of context, %3 of buffers of %n communicator(s)</source>
        <translation>
            <numerusform>tensors, %1 in reserve, %2 of context, %3 of buffers of %n communicator</numerusform>
            <numerusform>tensors, %1 in reserve, %2 of context, %3 of buffers of %n communicators</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FidelityText</name>
    <message numerus="yes">
        <source>and %n more: Page Down</source>
        <translation>
            <numerusform>and %n more: Page Down</numerusform>
            <numerusform>and %n more: Page Down</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Handout</name>
    <message numerus="yes">
        <source>**Solutions.** About %n minute(s).</source>
        <translation>
            <numerusform>**Solutions.** About %n minute.</numerusform>
            <numerusform>**Solutions.** About %n minutes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n minute(s). Name: ______________________________</source>
        <translation>
            <numerusform>About %n minute. Name: ______________________________</numerusform>
            <numerusform>About %n minutes. Name: ______________________________</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanNames</name>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n stage</numerusform>
            <numerusform>%n stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n micro-batch</numerusform>
            <numerusform>%n micro-batches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message numerus="yes">
        <source>%n plan(s) compared</source>
        <translation>
            <numerusform>%n plan compared</numerusform>
            <numerusform>%n plans compared</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>%n other</numerusform>
            <numerusform>%n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ScenarioText</name>
    <message numerus="yes">
        <source>%n device(s) of %1</source>
        <translation>
            <numerusform>%n device of %1</numerusform>
            <numerusform>%n devices of %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Scene</name>
    <message numerus="yes">
        <source>%n smaller row(s) not shown</source>
        <translation>
            <numerusform>%n smaller row not shown</numerusform>
            <numerusform>%n smaller rows not shown</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchText</name>
    <message numerus="yes">
        <source>%n method(s) so far</source>
        <translation>
            <numerusform>%n method so far</numerusform>
            <numerusform>%n methods so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2; %n task(s) in %3</source>
        <translation>
            <numerusform>%1, %2; %n task in %3</numerusform>
            <numerusform>%1, %2; %n tasks in %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>worst of %n seed(s)</source>
        <translation>
            <numerusform>worst of %n seed</numerusform>
            <numerusform>worst of %n seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SessionKeeper</name>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>%n minute ago</numerusform>
            <numerusform>%n minutes ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s) ago</source>
        <translation>
            <numerusform>%n hour ago</numerusform>
            <numerusform>%n hours ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StepDifference</name>
    <message numerus="yes">
        <source>%1: rank %2, %3, median of %n step(s)</source>
        <translation>
            <numerusform>%1: rank %2, %3, median of %n step</numerusform>
            <numerusform>%1: rank %2, %3, median of %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s): see the table of pgram diff-run</source>
        <translation>
            <numerusform>%n more line: see the table of pgram diff-run</numerusform>
            <numerusform>%n more lines: see the table of pgram diff-run</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2, %n step(s)</source>
        <translation>
            <numerusform>%1: %2, %n step</numerusform>
            <numerusform>%1: %2, %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StrategyClipboard</name>
    <message numerus="yes">
        <source>%1 is for %n device(s); a stage of this plan has %2</source>
        <translation>
            <numerusform>%1 is for %n device; a stage of this plan has %2</numerusform>
            <numerusform>%1 is for %n devices; a stage of this plan has %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message numerus="yes">
        <source>%n task(s), %1 skipped by bounds, %2</source>
        <translation>
            <numerusform>%n task, %1 skipped by bounds, %2</numerusform>
            <numerusform>%n tasks, %1 skipped by bounds, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It keeps those of %n micro-batch(es) at once.</source>
        <translation>
            <numerusform>It keeps those of %n micro-batch at once.</numerusform>
            <numerusform>It keeps those of %n micro-batches at once.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It keeps those of %n slice(s) at once.</source>
        <translation>
            <numerusform>It keeps those of %n slice at once.</numerusform>
            <numerusform>It keeps those of %n slices at once.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TreeText</name>
    <message numerus="yes">
        <source>%n device(s), %1</source>
        <translation>
            <numerusform>%n device, %1</numerusform>
            <numerusform>%n devices, %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TreeWords</name>
    <message numerus="yes">
        <source>✕ %n leaf(s) cut</source>
        <translation>
            <numerusform>✕ %n leaf cut</numerusform>
            <numerusform>✕ %n leaves cut</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n strategy(s)</source>
        <translation>
            <numerusform>%n strategy</numerusform>
            <numerusform>%n strategies</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No pipeline, %n device(s)</source>
        <translation>
            <numerusform>No pipeline, %n device</numerusform>
            <numerusform>No pipeline, %n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 stages of %n device(s)</source>
        <translation>
            <numerusform>%1 stages of %n device</numerusform>
            <numerusform>%1 stages of %n devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhatIf</name>
    <message numerus="yes">
        <source>%n other constant(s) change it by less than %1</source>
        <translation>
            <numerusform>%n other constant changes it by less than %1</numerusform>
            <numerusform>%n other constants change it by less than %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WhyNotText</name>
    <message numerus="yes">
        <source>To fit, %n more layer(s) elsewhere recompute.</source>
        <translation>
            <numerusform>To fit, %n more layer elsewhere recomputes.</numerusform>
            <numerusform>To fit, %n more layers elsewhere recompute.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <translation>
            <numerusform>%1 and %n other</numerusform>
            <numerusform>%1 and %n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 → %n stage(s).</source>
        <translation>
            <numerusform>%1 → %n stage.</numerusform>
            <numerusform>%1 → %n stages.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n stage</numerusform>
            <numerusform>%n stages</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n micro-batch</numerusform>
            <numerusform>%n micro-batches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n layer</numerusform>
            <numerusform>%n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n slice</numerusform>
            <numerusform>%n slices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::DeploymentView</name>
    <message numerus="yes">
        <source>%n sequence(s)</source>
        <translation>
            <numerusform>%n sequence</numerusform>
            <numerusform>%n sequences</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::ForeignFiles</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::HostsView</name>
    <message numerus="yes">
        <source>%1 of %n layer(s)</source>
        <translation>
            <numerusform>%1 of %n layer</numerusform>
            <numerusform>%1 of %n layers</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>hosted, every %n step(s)</source>
        <translation>
            <numerusform>hosted, every %n step</numerusform>
            <numerusform>hosted, every %n steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>from %n micro-batch(es)</source>
        <translation>
            <numerusform>from %n micro-batch</numerusform>
            <numerusform>from %n micro-batches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %n micro-batch(es) per step each</source>
        <translation>
            <numerusform>%1, %n micro-batch per step each</numerusform>
            <numerusform>%1, %n micro-batches per step each</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>GPipe, %n stage(s), %1 micro-batches; fullest device %2</source>
        <translation>
            <numerusform>GPipe, %n stage, %1 micro-batches; fullest device %2</numerusform>
            <numerusform>GPipe, %n stages, %1 micro-batches; fullest device %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::InspectorPanel</name>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n micro-batch</numerusform>
            <numerusform>%n micro-batches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::IssuesList</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 and %n more</numerusform>
            <numerusform>%1 and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::MainWindow</name>
    <message numerus="yes">
        <source>%n measurement(s) of groups that the cluster no longer has were left out. Undo brings them back.</source>
        <translation>
            <numerusform>%n measurement of a group that the cluster no longer has was left out. Undo brings it back.</numerusform>
            <numerusform>%n measurements of groups that the cluster no longer has were left out. Undo brings them back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::MemoryView</name>
    <message numerus="yes">
        <source>It stands for the same device of %n node(s) that are alike.</source>
        <translation>
            <numerusform>It stands for the same device of %n node that is alike.</numerusform>
            <numerusform>It stands for the same device of %n nodes that are alike.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::ModelPanel</name>
    <message numerus="yes">
        <source>%1 parameters, %n layer(s)</source>
        <translation>
            <numerusform>%1 parameters, %n layer</numerusform>
            <numerusform>%1 parameters, %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::PlanFiles</name>
    <message numerus="yes">
        <source>Save %n Plan(s) in</source>
        <translation>
            <numerusform>Save %n Plan in</numerusform>
            <numerusform>Save %n Plans in</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s) are not saved.</source>
        <translation>
            <numerusform>%n plan is not saved.</numerusform>
            <numerusform>%n plans are not saved.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in %1</source>
        <translation>
            <numerusform>Saved %n file in %1</numerusform>
            <numerusform>Saved %n files in %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::Planning</name>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n node</numerusform>
            <numerusform>%n nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::QuestionBox</name>
    <message numerus="yes">
        <source>Not yet: %n in the right place.</source>
        <translation>
            <numerusform>Not yet: %n in the right place.</numerusform>
            <numerusform>Not yet: %n in the right place.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::ScenarioPanel</name>
    <message numerus="yes">
        <source>%1 parameters, %n layer(s)</source>
        <translation>
            <numerusform>%1 parameters, %n layer</numerusform>
            <numerusform>%1 parameters, %n layers</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::SessionKeeper</name>
    <message numerus="yes">
        <source>Parallelogram did not close properly. %n plan(s) from %1 (%2) can be restored; up to %3 s of later work may be lost.</source>
        <translation>
            <numerusform>Parallelogram did not close properly. %n plan from %1 (%2) can be restored; up to %3 s of later work may be lost.</numerusform>
            <numerusform>Parallelogram did not close properly. %n plans from %1 (%2) can be restored; up to %3 s of later work may be lost.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %n Plan(s)</source>
        <translation>
            <numerusform>Restore %n Plan</numerusform>
            <numerusform>Restore %n Plans</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::SpaceSwitches</name>
    <message numerus="yes">
        <source>%n layer strategies, of %1 before pruning</source>
        <translation>
            <numerusform>%n layer strategy, of %1 before pruning</numerusform>
            <numerusform>%n layer strategies, of %1 before pruning</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::StartPage</name>
    <message numerus="yes">
        <source>Course: %1 (%n minute(s))</source>
        <translation>
            <numerusform>Course: %1 (%n minute)</numerusform>
            <numerusform>Course: %1 (%n minutes)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::StatusArea</name>
    <message numerus="yes">
        <source>%1 of %n task(s)</source>
        <translation>
            <numerusform>%1 of %n task</numerusform>
            <numerusform>%1 of %n tasks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::StrategyEditor</name>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <translation>
            <numerusform>%1 and %n other</numerusform>
            <numerusform>%1 and %n others</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No strategy for stages of %n device(s) that these layers can run has it.</source>
        <translation>
            <numerusform>No strategy for stages of %n device that these layers can run has it.</numerusform>
            <numerusform>No strategy for stages of %n devices that these layers can run has it.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::SummaryBar</name>
    <message numerus="yes">
        <source>%n issue(s)</source>
        <translation>
            <numerusform>%n issue</numerusform>
            <numerusform>%n issues</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::TimelineView</name>
    <message numerus="yes">
        <source>%1 (%2, median of %n step(s))</source>
        <translation>
            <numerusform>%1 (%2, median of %n step)</numerusform>
            <numerusform>%1 (%2, median of %n steps)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n more rank(s) on the page Difference</source>
        <translation>
            <numerusform>%1; %n more rank on the page Difference</numerusform>
            <numerusform>%1; %n more ranks on the page Difference</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::TreeView</name>
    <message numerus="yes">
        <source>Compute %n Leaf Cost(s)</source>
        <translation>
            <numerusform>Compute %n Leaf Cost</numerusform>
            <numerusform>Compute %n Leaf Costs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::WhatIfView</name>
    <message numerus="yes">
        <source>%n plan(s), each the best at its value</source>
        <translation>
            <numerusform>%n plan, the best at its value</numerusform>
            <numerusform>%n plans, each the best at its value</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s), each the best at its values</source>
        <translation>
            <numerusform>%n plan, the best at its values</numerusform>
            <numerusform>%n plans, each the best at its values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more curve(s)</source>
        <translation>
            <numerusform>%n more curve</numerusform>
            <numerusform>%n more curves</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::WhyNotPanel</name>
    <message numerus="yes">
        <source>%1, %n stage(s)</source>
        <translation>
            <numerusform>%1, %n stage</numerusform>
            <numerusform>%1, %n stages</numerusform>
        </translation>
    </message>
</context>
</TS>
