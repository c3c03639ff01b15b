<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>Actions</name>
    <message>
        <source>&amp;New Scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;Picture…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export &amp;Data…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;All Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select &amp;Nothing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Take Scenario from &amp;Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set as Re&amp;ference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Close Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Views Side by &amp;Side</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;About Parallelogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <comment>menu</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool Bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>simulated step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tokens a device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bubbles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>  weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>in compute precision, divided by tensor and ZeRO-3 shards</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>as accumulated, divided from ZeRO-2 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>master copy and moments, divided from ZeRO-1 on</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept bytes of a micro-batch × micro-batches in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  transient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the layer whose backward needs most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>  context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device context and communication buffers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch / step time = %1 / %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Σ stage time with sync + (m − 1) × slowest stage, m = %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Simulated step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>operation by operation under %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens a device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>batch × sequence / (step time × devices) = %1 × %2 / (%3 × %4)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FLOP of the model / (step time × peak of %1 devices)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>of the fullest stage; usable budget %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle share of all stages, simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a step, of the stage that exposes most</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Time of a micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>forward %1 + backward %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>what it adds to the last micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Receive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>from the neighbouring stages, inside the time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>once a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>idle time in a step, simulated</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, stage %2 of %3, m = %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory of a device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>usable budget %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 (%2 layers)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one micro-batch, exposed communication inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>one micro-batch, recomputation inside</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transformation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>re-layout of the activation from the layer before, forward and backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>States</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>weights %1 + gradients %2 + optimizer %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kept a micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tensors that backward reads, on one device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>extra while the layer&apos;s own backward runs; the largest of the range</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Constants</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>GEMM efficiency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory efficiency</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Launch of an operator</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Overlap slowdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory reserve</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PictureExport</name>
    <message>
        <source>%1 is no picture file: its name must end in .png, .svg or .pdf</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot write %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StrategyMap</name>
    <message>
        <source>F %1, B %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>states %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory, of the budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>time, of the slowest stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputed (ckpt)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StrategyMapTable</name>
    <message>
        <source>Layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re-layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transient</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message>
        <source>Needs %1 on each device, %2 more than the usable %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>degrees multiply to %1, the stage has %2 devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a batch of %1 samples does not divide into %2 micro-batch shares</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 attention heads do not divide by tensor degree %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 key/value heads neither divide by tensor degree %2 nor divide it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FFN width %1 does not divide by tensor degree %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>vocabulary %1 does not divide by tensor degree %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tokens do not divide into %2 parts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a convolution cannot be split by tensor or sequence parallelism</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 does not divide by expert degree %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 attention heads do not divide by Ulysses degree %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>there is no data group to shard over</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>a data group of %1 does not divide by sharding degree %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron sequence parallelism needs a tensor group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>groups of %1 and %2 devices are not equal</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DP of %1 beside SDP of %2 is never better than SDP of both (Takeaway 3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>FP16 mixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>BF16 mixed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>selective</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>full</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 tasks, %2 of them skipped by their bounds, in %3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimal in its space: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Within %1 of the bound: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped at a gap of %1: %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fits: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan is possible: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan fits the memory budget: the best candidate (P = %1, m = %2, B = %3) misses %4 on stage %5</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>; the smallest budget that works is %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 samples/s · step %2 · memory %3 of %4 · bubbles %5</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Interleaved ×%1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Receive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient sync</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weight gather</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re-layout</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tied embedding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DP replicated data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-1 sharded optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>ZeRO-2 and gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SDP sharded data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TP tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CP context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>EP experts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>PP pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>single device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>keeps activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputes attention</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>recomputes (ckpt)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>device %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>devices %1–%2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 in %2 on %3, %4</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>1 micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::ComparisonModel</name>
    <message>
        <source>Comparison</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> better</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source> worse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>memory of stage %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>layers %1–%2</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::Document</name>
    <message numerus="yes">
        <source>Change strategy of %n layer(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Move stage cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename plan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::InspectorPanel</name>
    <message>
        <source>No plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>All layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>to</source>
        <comment>layers 3 to 7</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First selected layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Last selected layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Figures</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Issues</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::IssuesList</name>
    <message>
        <source>Issues</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>None: the plan is legal and fits the budget</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::MainWindow</name>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closed %1.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bring Back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export Picture</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Written: %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About Parallelogram</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&lt;h3&gt;Parallelogram %1&lt;/h3&gt;&lt;p&gt;Explorer of hybrid-parallel training strategies. Its planner follows Galvatron-BMW (arXiv 2307.02031).&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plans</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::MessageRow</name>
    <message>
        <source>Dismiss</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::PipelineEditor</name>
    <message>
        <source>Stage %1 from layer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Parts of the batch that follow one another through the pipeline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples a step, over all devices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the cut to the stage before</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::PlanFiles</name>
    <message>
        <source>Open Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plans (*.json);;All files (*)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s) have edits that are not saved.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save Plan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::Planning</name>
    <message>
        <source>The search was refused</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>a plan&apos;s name: model, method</comment>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The search was stopped before it found a plan.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan with %1</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::PlansModel</name>
    <message>
        <source>%1, edited</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step time</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Exposed comm.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MFU</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Δ throughput</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>reference</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 against the reference</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::PlansPanel</name>
    <message>
        <source>Plans of this session</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shown plan against the reference</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::ScenarioPanel</name>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Precision</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Space</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 parameters, %2 layers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model&apos;s own (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 × %2, %3 each</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>whole device (%1)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The batch is no list of sizes: 64, or 8, 16, 32, or first:last:step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept in FP32</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>kept in 16 bit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory that a plan may use on each device</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Samples a step: 64, or several to choose from: 8, 16, 32, or first:last:step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens a sample</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>searched</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A fixed number, or all divisors of the batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Plan</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::SpaceSwitches</name>
    <message>
        <source>Data parallel: whole copies, gradients all-reduced</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sharded data parallel (ZeRO-3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor parallel: a layer&apos;s matrices divided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipeline parallel: the model cut into stages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full recomputation of activations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron sequence parallelism on tensor groups</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer states divided over the data group</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients divided as well</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>%1 layer strategies, of %2 before pruning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takeaway 3</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>DP and SDP never in one strategy; off also searches hybrid sharding</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Any divisor as a degree</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Degrees beyond powers of two</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::StatusArea</name>
    <message>
        <source>%1 of %2 tasks</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>best %1 samples/s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop the search and keep the best plan found so far (Esc)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::StrategyEditor</name>
    <message>
        <source>off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Megatron SP</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>consecutive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>strided</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Devices that share one layer&apos;s matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What the data-parallel copies divide: nothing (DP), the optimizer (ZeRO-1), the gradients too (ZeRO-2), the weights too (SDP, ZeRO-3)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tokens divided over the tensor group between its matrices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tensor group on neighbouring devices, or spread over the stage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations thrown away in forward and computed again in backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <translation type="unfinished">
            <numerusform></numerusform>
        </translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Data</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Placement</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::StrategyMapView</name>
    <message>
        <source>Strategy map</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut between stage %1 and stage %2</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Drag it, or press Ctrl+Up and Ctrl+Down, to move layers to the neighbour.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Forward, one micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Backward, one micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradient sync, a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Re-layout before it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Weights</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Activations of a micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Transient in backward</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>On</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>One micro-batch</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Bubble, a step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Memory at its peak</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Budget</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Micro-batches in flight</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>pgram::View</name>
    <message>
        <source>There is no plan to draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show as table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No plan yet: plan a scenario or open a plan file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
