<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionReasons</name>
    <message>
        <source>no search is running</source>
        <translation>没有正在进行的搜索</translation>
    </message>
    <message>
        <source>a search is running</source>
        <translation>搜索正在进行</translation>
    </message>
    <message>
        <source>the scenario is not complete</source>
        <translation>场景尚不完整</translation>
    </message>
    <message>
        <source>nothing to undo</source>
        <translation>没有可撤销的操作</translation>
    </message>
    <message>
        <source>nothing to redo</source>
        <translation>没有可重做的操作</translation>
    </message>
    <message>
        <source>text is already at its largest size</source>
        <translation>文字已是最大</translation>
    </message>
    <message>
        <source>the type has its usual size</source>
        <translation>文字已是常规大小</translation>
    </message>
    <message>
        <source>there is no plan yet</source>
        <translation>尚无方案</translation>
    </message>
    <message>
        <source>no layer is selected</source>
        <translation>未选择任何层</translation>
    </message>
    <message>
        <source>the plan is as the planner made it, or no planner made it</source>
        <translation>方案与规划器给出的一致，或并非由规划器给出</translation>
    </message>
    <message>
        <source>the whole step is shown</source>
        <translation>已显示整步</translation>
    </message>
    <message>
        <source>no other zoom was shown</source>
        <translation>没有其他显示过的缩放</translation>
    </message>
    <message>
        <source>no plan was closed</source>
        <translation>没有关闭过的方案</translation>
    </message>
    <message>
        <source>no lesson is open</source>
        <translation>没有打开的课程</translation>
    </message>
    <message>
        <source>this is the lesson&apos;s last step</source>
        <translation>这是本课的最后一步</translation>
    </message>
    <message>
        <source>this is the lesson&apos;s first step</source>
        <translation>这是本课的第一步</translation>
    </message>
    <message>
        <source>this step points at nothing</source>
        <translation>这一步没有所指之处</translation>
    </message>
    <message>
        <source>the plan is the lesson&apos;s</source>
        <translation>该方案属于课程</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;New Scenario</source>
        <translation>新建场景(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>打开(&amp;O)…</translation>
    </message>
    <message>
        <source>Open &amp;Recent</source>
        <translation>最近打开(&amp;R)</translation>
    </message>
    <message>
        <source>Clear List</source>
        <translation>清空列表</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>保存(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;As…</source>
        <translation>另存为(&amp;A)…</translation>
    </message>
    <message>
        <source>Export &amp;Picture…</source>
        <translation>导出图片(&amp;P)…</translation>
    </message>
    <message>
        <source>Export &amp;Data…</source>
        <translation>导出数据(&amp;D)…</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>退出(&amp;Q)</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>撤销(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>重做(&amp;R)</translation>
    </message>
    <message>
        <source>Select &amp;All Layers</source>
        <translation>选择所有层(&amp;A)</translation>
    </message>
    <message>
        <source>Select &amp;Nothing</source>
        <translation>取消选择(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <translation>规划(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>停止(&amp;S)</translation>
    </message>
    <message>
        <source>Set as Re&amp;ference</source>
        <translation>设为参照(&amp;F)</translation>
    </message>
    <message>
        <source>Re&amp;name</source>
        <translation>重命名(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>复制(&amp;D)</translation>
    </message>
    <message>
        <source>Views Side by &amp;Side</source>
        <translation>并排显示视图(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Reset Layout</source>
        <translation>恢复默认布局(&amp;R)</translation>
    </message>
    <message>
        <source>&amp;About Parallelogram</source>
        <translation>关于 Parallelogram(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>文件(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>编辑(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Plan</source>
        <comment>menu</comment>
        <translation>方案(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>视图(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>帮助(&amp;H)</translation>
    </message>
    <message>
        <source>Tool Bar</source>
        <translation>工具栏</translation>
    </message>
    <message>
        <source>As the &amp;System</source>
        <translation>跟随系统(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>浅色(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>深色(&amp;D)</translation>
    </message>
    <message>
        <source>S&amp;cenarios</source>
        <translation>场景预设(&amp;C)</translation>
    </message>
    <message>
        <source>C&amp;ompare This Plan</source>
        <translation>比较此方案(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Keep the Selected Layers, Plan the Rest</source>
        <translation>保留所选层，规划其余(&amp;K)</translation>
    </message>
    <message>
        <source>Keep the Stage &amp;Cuts, Plan the Layers</source>
        <translation>保留阶段切分，规划各层(&amp;C)</translation>
    </message>
    <message>
        <source>How Far to &amp;Trust the Numbers</source>
        <translation>这些数字有多可信(&amp;T)</translation>
    </message>
    <message>
        <source>Zoom &amp;Back</source>
        <translation>后退缩放(&amp;B)</translation>
    </message>
    <message>
        <source>Zoom For&amp;ward</source>
        <translation>前进缩放(&amp;W)</translation>
    </message>
    <message>
        <source>Zoom to the Whole St&amp;ep</source>
        <translation>显示整个训练步(&amp;E)</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>设置(&amp;E)…</translation>
    </message>
    <message>
        <source>Save Sc&amp;enario As…</source>
        <translation>场景另存为(&amp;E)…</translation>
    </message>
    <message>
        <source>&amp;Take Scenario from Plan</source>
        <translation>由方案填入场景(&amp;T)</translation>
    </message>
    <message>
        <source>Compare &amp;with the Planner&apos;s Plan</source>
        <translation>与规划器的方案比较(&amp;W)</translation>
    </message>
    <message>
        <source>C&amp;lose Plan</source>
        <translation>关闭方案(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Next Pane</source>
        <translation>下一个窗格(&amp;N)</translation>
    </message>
    <message>
        <source>Pre&amp;vious Pane</source>
        <translation>上一个窗格(&amp;V)</translation>
    </message>
    <message>
        <source>&amp;Larger</source>
        <translation>放大(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Smaller</source>
        <translation>缩小(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;Usual Size</source>
        <translation>常规大小(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;Full Screen</source>
        <translation>全屏(&amp;F)</translation>
    </message>
    <message>
        <source>Pr&amp;int…</source>
        <translation>打印(&amp;I)…</translation>
    </message>
    <message>
        <source>&amp;Copy Picture</source>
        <translation>复制图片(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Keyboard Shortcuts</source>
        <translation>键盘快捷键(&amp;K)</translation>
    </message>
    <message>
        <source>&amp;Find Action…</source>
        <translation>查找操作(&amp;F)…</translation>
    </message>
    <message>
        <source>&amp;Layout</source>
        <translation>布局(&amp;L)</translation>
    </message>
    <message>
        <source>Type Si&amp;ze</source>
        <translation>文字大小(&amp;Z)</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>语言(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Explore</source>
        <translation>探索(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>比较(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Teach</source>
        <translation>教学(&amp;T)</translation>
    </message>
    <message>
        <source>C&amp;opy</source>
        <translation>复制(&amp;O)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>目录(&amp;C)</translation>
    </message>
    <message>
        <source>Help Contents</source>
        <translation>帮助目录</translation>
    </message>
    <message>
        <source>R&amp;eopen Closed Plan</source>
        <translation>重新打开关闭的方案(&amp;E)</translation>
    </message>
    <message>
        <source>Bring Back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Closed %1.</source>
        <translation>已关闭 %1。</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>转到%1</translation>
    </message>
    <message>
        <source>Export Repor&amp;t…</source>
        <translation>导出报告(&amp;T)…</translation>
    </message>
    <message>
        <source>Export P&amp;lan…</source>
        <translation>导出方案(&amp;L)…</translation>
    </message>
    <message>
        <source>What Each Frame&amp;work Can Run</source>
        <translation>各框架能运行什么(&amp;W)</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>学习(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>课程(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Next Step</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Previous Step</source>
        <translation>上一步(&amp;P)</translation>
    </message>
    <message>
        <source>Show &amp;Where</source>
        <translation>指出位置(&amp;W)</translation>
    </message>
    <message>
        <source>Start Step &amp;Again</source>
        <translation>重做本步(&amp;A)</translation>
    </message>
    <message>
        <source>Start Lesson A&amp;gain</source>
        <translation>重新开始本课(&amp;G)</translation>
    </message>
    <message>
        <source>Lea&amp;ve Lesson</source>
        <translation>离开本课(&amp;V)</translation>
    </message>
    <message>
        <source>P&amp;resent</source>
        <translation>演示(&amp;R)</translation>
    </message>
    <message>
        <source>Speaker&apos;s N&amp;otes</source>
        <translation>讲者备注(&amp;O)</translation>
    </message>
    <message>
        <source>Save Res&amp;ults…</source>
        <translation>保存结果(&amp;U)…</translation>
    </message>
    <message>
        <source>Save &amp;Handout…</source>
        <translation>保存讲义(&amp;H)…</translation>
    </message>
    <message>
        <source>Save Solution Shee&amp;t…</source>
        <translation>保存解答(&amp;T)…</translation>
    </message>
    <message>
        <source>&amp;Help on This</source>
        <translation>此处的帮助(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Glossary</source>
        <translation>术语表(&amp;G)</translation>
    </message>
    <message>
        <source>&amp;Start Page</source>
        <translation>起始页(&amp;S)</translation>
    </message>
    <message>
        <source>Save &amp;Model As…</source>
        <translation>模型另存为(&amp;M)…</translation>
    </message>
    <message>
        <source>Save Cl&amp;uster As…</source>
        <translation>集群另存为(&amp;U)…</translation>
    </message>
    <message>
        <source>Plan &amp;Until Stopped</source>
        <translation>持续规划直到停止(&amp;U)</translation>
    </message>
    <message>
        <source>&amp;All Views</source>
        <translation>所有视图(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation>更多(&amp;M)</translation>
    </message>
    <message>
        <source>&amp;Courses</source>
        <translation>系列课程(&amp;C)</translation>
    </message>
    <message>
        <source>Speaker&apos;s notes would cover the picture on this screen. The solution sheet has them for a phone or on paper.</source>
        <translation>在这个屏幕上，讲者备注会遮住画面。解答中有备注，可在手机或纸上看。</translation>
    </message>
    <message>
        <source>Copy Plan as &amp;Text</source>
        <translation>将方案复制为文本(&amp;T)</translation>
    </message>
    <message>
        <source>Open Plan from Clip&amp;board</source>
        <translation>从剪贴板打开方案(&amp;B)</translation>
    </message>
</context>
<context>
    <name>ClusterPicture</name>
    <message>
        <source>%1, %2, joins several</source>
        <translation>%1，%2，连接多个集群</translation>
    </message>
    <message>
        <source>Host: %1, %2</source>
        <translation>主机：%1，%2</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message numerus="yes">
        <source>%1, %2, %n device(s)</source>
        <translation>
            <numerusform>%1，%2，%n 个设备</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 for %n device(s)</source>
        <translation>
            <numerusform>%1，由 %n 个设备共用</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 a device</source>
        <translation>%1，每个设备 %2</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n device(s), %2 with %3 each</source>
        <translation>
            <numerusform>%1：%n 个设备，%2，各 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, devices %2–%3: %4 with %5 each</source>
        <translation>%1，设备 %2–%3：%4，各 %5</translation>
    </message>
    <message>
        <source>Devices %1–%2 compute at %3</source>
        <translation>设备 %1–%2 的计算速度为 %3</translation>
    </message>
    <message>
        <source>Device %1 computes at %2</source>
        <translation>设备 %1 以 %2 的速度计算</translation>
    </message>
    <message>
        <source>%1, at %2</source>
        <comment>devices, a share of their speed</comment>
        <translation>%1，速度 %2</translation>
    </message>
</context>
<context>
    <name>CommunicationGroups</name>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 种</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensor groups</source>
        <translation>张量并行组</translation>
    </message>
    <message>
        <source>Context groups</source>
        <translation>上下文并行组</translation>
    </message>
    <message>
        <source>Expert groups</source>
        <translation>专家组</translation>
    </message>
    <message>
        <source>Data groups</source>
        <translation>数据并行组</translation>
    </message>
    <message>
        <source>Within a stage</source>
        <translation>阶段内部</translation>
    </message>
    <message>
        <source>Between stages</source>
        <translation>阶段之间</translation>
    </message>
    <message>
        <source>Device and host</source>
        <translation>设备与主机</translation>
    </message>
</context>
<context>
    <name>CommunicationPicture</name>
    <message>
        <source>logarithmic</source>
        <translation>对数刻度</translation>
    </message>
    <message>
        <source>Communication of a step</source>
        <translation>一步的通信</translation>
    </message>
    <message>
        <source>exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>bytes, all ranks</source>
        <translation>字节，所有设备合计</translation>
    </message>
    <message>
        <source>bytes over each link class</source>
        <translation>各类链路上的字节</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>bytes by link</source>
        <translation>各链路字节</translation>
    </message>
    <message>
        <source>from device (down) to device (across)</source>
        <translation>从设备（纵）到设备（横）</translation>
    </message>
    <message>
        <source>device to device</source>
        <translation>设备到设备</translation>
    </message>
    <message>
        <source>%1 total, %2 exposed (worst stage)</source>
        <translation>共 %1，未掩盖（暴露）%2（最差阶段）</translation>
    </message>
    <message>
        <source>overlapped with compute</source>
        <translation>与计算重叠（掩盖）</translation>
    </message>
    <message>
        <source>No communication between devices.</source>
        <translation>设备之间没有通信。</translation>
    </message>
    <message>
        <source>seconds per rank</source>
        <translation>单卡的秒数</translation>
    </message>
    <message>
        <source>from node (down) to node (across), %1 devices each</source>
        <translation>从节点（纵）到节点（横），每个节点 %1 台设备</translation>
    </message>
    <message>
        <source>from node (down) to node (across)</source>
        <translation>从节点（纵）到节点（横）</translation>
    </message>
    <message>
        <source>node to node</source>
        <translation>节点到节点</translation>
    </message>
    <message>
        <source>from stage (down) to stage (across), %1 devices each</source>
        <translation>从阶段（纵）到阶段（横），每个阶段 %1 台设备</translation>
    </message>
    <message>
        <source>from stage (down) to stage (across)</source>
        <translation>从阶段（纵）到阶段（横）</translation>
    </message>
    <message>
        <source>stage to stage</source>
        <translation>阶段到阶段</translation>
    </message>
    <message>
        <source>groups of %1</source>
        <translation>%1 个一组</translation>
    </message>
    <message>
        <source>groups of %1, %2 apart</source>
        <translation>%1 个一组，间隔 %2</translation>
    </message>
    <message>
        <source>%1 exposed</source>
        <translation>暴露 %1</translation>
    </message>
    <message>
        <source>%1 exposed, %2 overlapped</source>
        <translation>暴露 %1，掩盖 %2</translation>
    </message>
</context>
<context>
    <name>CompareText</name>
    <message>
        <source>%1 (reference)</source>
        <translation>%1（参照）</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>differences against %1</source>
        <translation>与 %1 的差异</translation>
    </message>
    <message>
        <source>over budget</source>
        <translation>超出预算</translation>
    </message>
    <message>
        <source>another model</source>
        <translation>其他模型</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Timelines</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Memory per device by stage</source>
        <translation>各阶段的设备显存</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>%1%2 points</source>
        <translation>%1%2 个百分点</translation>
    </message>
    <message>
        <source>Strategy by layer</source>
        <translation>各层策略</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>not as in %1</source>
        <translation>与 %1 不同</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参照</translation>
    </message>
    <message>
        <source>same layers</source>
        <translation>各层相同</translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s) differ</source>
        <translation>
            <numerusform>%n 层不同</numerusform>
        </translation>
    </message>
    <message>
        <source>layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Δ %1</source>
        <translation>Δ %1</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Stage of %1</source>
        <translation>%1 的阶段</translation>
    </message>
    <message>
        <source>Strategy of %1</source>
        <translation>%1 的策略</translation>
    </message>
    <message>
        <source>Other than %1</source>
        <translation>与 %1 不同</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>忙碌</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Share of the step</source>
        <translation>占单步的比例</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>掩盖</translation>
    </message>
    <message>
        <source>One simulated step</source>
        <translation>模拟的一步</translation>
    </message>
    <message>
        <source>this schedule cannot be run on this plan</source>
        <translation>该调度无法在此方案上运行</translation>
    </message>
    <message>
        <source>%1, %2 in bubbles</source>
        <translation>%1，气泡占 %2</translation>
    </message>
    <message>
        <source>%1, %2 against %3, %4 in bubbles</source>
        <translation>%1，相对 %3 %2，气泡占 %4</translation>
    </message>
    <message>
        <source>%1 is idle</source>
        <translation>%1 空闲</translation>
    </message>
    <message>
        <source>Bubbles of the stage, per step</source>
        <translation>阶段的气泡，每步</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Nothing of this kind travels in this plan.</source>
        <translation>此方案中没有这类通信。</translation>
    </message>
    <message>
        <source>Bytes, all ranks</source>
        <translation>字节，所有设备合计</translation>
    </message>
    <message>
        <source>Bytes of %1</source>
        <translation>%1 的字节</translation>
    </message>
    <message>
        <source>Exposed in %1</source>
        <translation>%1 中暴露</translation>
    </message>
    <message>
        <source>Communication of a step by kind</source>
        <translation>每步各类通信</translation>
    </message>
    <message>
        <source>bytes, all ranks</source>
        <translation>字节，所有设备合计</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>exposed + overlapped</source>
        <translation>暴露 + 掩盖</translation>
    </message>
    <message>
        <source>No communication between devices in these plans.</source>
        <translation>这些方案的设备之间没有通信。</translation>
    </message>
    <message>
        <source>seconds per rank, exposed + overlapped</source>
        <translation>单卡的秒数，暴露 + 掩盖</translation>
    </message>
    <message>
        <source>%1 better</source>
        <translation>%1 更好</translation>
    </message>
    <message>
        <source>%1 worse</source>
        <translation>%1 更差</translation>
    </message>
    <message>
        <source>%1; the plans answer different questions: %2</source>
        <translation>%1；各方案回答的问题不同：%2</translation>
    </message>
    <message>
        <source>less compute</source>
        <translation>计算更少</translation>
    </message>
    <message>
        <source>less recomputation</source>
        <translation>重计算更少</translation>
    </message>
    <message>
        <source>less communication</source>
        <translation>通信更少</translation>
    </message>
    <message>
        <source>fewer bubbles</source>
        <translation>气泡更少</translation>
    </message>
    <message>
        <source>%1 cannot run as planned.</source>
        <translation>%1 无法按规划运行。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between plans</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>The plans do different work: compare tokens/s and MFU.</source>
        <translation>各方案的工作量不同：请比较 token/秒和 MFU。</translation>
    </message>
    <message>
        <source>%1 and %2 are equally fast</source>
        <translation>%1 与 %2 同样快</translation>
    </message>
    <message>
        <source>%1 is the fastest: step time %2 against %3, mostly %4</source>
        <translation>%1 最快：单步时间相对 %3 为 %2，主要因为%4</translation>
    </message>
    <message>
        <source>%1; memory %2</source>
        <translation>%1；显存 %2</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>DualPipeV</source>
        <translation>DualPipeV</translation>
    </message>
    <message>
        <source>half of t less weight gradients</source>
        <translation>t 的一半减去权重梯度时间</translation>
    </message>
    <message>
        <source>DualPipeV needs at least two micro-batches per stage</source>
        <translation>DualPipeV 每个阶段至少需要两个微批次</translation>
    </message>
    <message>
        <source>1F1B</source>
        <translation>1F1B</translation>
    </message>
    <message>
        <source>GPipe</source>
        <translation>GPipe</translation>
    </message>
    <message>
        <source>Interleaved 1F1B</source>
        <translation>交错 1F1B</translation>
    </message>
    <message>
        <source>ZB-H1</source>
        <translation>ZB-H1</translation>
    </message>
    <message>
        <source>ZB-V</source>
        <translation>ZB-V</translation>
    </message>
    <message>
        <source>t / v</source>
        <translation>t / v</translation>
    </message>
    <message>
        <source>t less weight gradients off the critical path</source>
        <translation>t 减去关键路径之外的权重梯度时间</translation>
    </message>
    <message>
        <source>longest of forward and input gradient less what weight gradients hide, at least half of it</source>
        <translation>前向与输入梯度中较长者减去权重梯度所掩盖的时间，至少为其一半</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>step by the paper&apos;s sum</source>
        <translation>论文公式的单步时间</translation>
    </message>
    <message>
        <source>tokens per device</source>
        <translation>单设备 token 数</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>暴露的通信</translation>
    </message>
    <message>
        <source>Galvatron-BMW</source>
        <translation>Galvatron-BMW</translation>
    </message>
    <message>
        <source>Balances memory and time across stages, every layer its own strategy.</source>
        <translation>在各阶段之间平衡显存与时间，每层有自己的策略。</translation>
    </message>
    <message>
        <source>Base + memory balance</source>
        <translation>Base + 显存平衡</translation>
    </message>
    <message>
        <source>Galvatron-Base on the cut that balances memory.</source>
        <translation>在平衡显存的切分上运行 Galvatron-Base。</translation>
    </message>
    <message>
        <source>Base + time balance</source>
        <translation>Base + 时间平衡</translation>
    </message>
    <message>
        <source>Galvatron-Base on the cut that balances time.</source>
        <translation>在平衡时间的切分上运行 Galvatron-Base。</translation>
    </message>
    <message>
        <source>Galvatron-Base</source>
        <translation>Galvatron-Base</translation>
    </message>
    <message>
        <source>Every layer its own strategy on the even or the memory cut, 1F1B.</source>
        <translation>在均匀或按显存的切分上，每层有自己的策略，1F1B。</translation>
    </message>
    <message>
        <source>Galvatron</source>
        <translation>Galvatron</translation>
    </message>
    <message>
        <source>The first paper: GPipe, no recomputation, even cut.</source>
        <translation>第一篇论文：GPipe，不重计算，均匀切分。</translation>
    </message>
    <message>
        <source>Data parallel</source>
        <translation>数据并行</translation>
    </message>
    <message>
        <source>Every device holds the whole model.</source>
        <translation>每个设备持有整个模型。</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Every layer is split over all devices.</source>
        <translation>每层切分到所有设备。</translation>
    </message>
    <message>
        <source>Pipeline parallel</source>
        <translation>流水线并行</translation>
    </message>
    <message>
        <source>One stage per device, GPipe, even cut.</source>
        <translation>每个设备一个阶段，GPipe，均匀切分。</translation>
    </message>
    <message>
        <source>Sharded data parallel</source>
        <translation>分片数据并行</translation>
    </message>
    <message>
        <source>ZeRO-3 over all devices.</source>
        <translation>在所有设备上使用 ZeRO-3。</translation>
    </message>
    <message>
        <source>DP + TP</source>
        <translation>DP + TP</translation>
    </message>
    <message>
        <source>Data and tensor parallelism, layer by layer, one stage.</source>
        <translation>单阶段，逐层选择数据并行与张量并行。</translation>
    </message>
    <message>
        <source>DP + PP</source>
        <translation>DP + PP</translation>
    </message>
    <message>
        <source>Data parallelism inside the stages of an even pipeline.</source>
        <translation>均匀流水线的各阶段内使用数据并行。</translation>
    </message>
    <message>
        <source>ZeRO-1</source>
        <translation>ZeRO-1</translation>
    </message>
    <message>
        <source>Data parallel with sharded optimizer states.</source>
        <translation>数据并行，切分优化器状态。</translation>
    </message>
    <message>
        <source>ZeRO-2</source>
        <translation>ZeRO-2</translation>
    </message>
    <message>
        <source>ZeRO-1 with sharded gradients.</source>
        <translation>在 ZeRO-1 之上再切分梯度。</translation>
    </message>
    <message>
        <source>ZeRO-3</source>
        <translation>ZeRO-3</translation>
    </message>
    <message>
        <source>Data parallel with all states sharded.</source>
        <translation>数据并行，切分全部状态。</translation>
    </message>
    <message>
        <source>Simulated annealing</source>
        <translation>模拟退火</translation>
    </message>
    <message>
        <source>Samples Joint&apos;s plans, two million unless told otherwise, cooling.</source>
        <translation>在联合最优的方案空间中采样（默认两百万个），逐步降温。</translation>
    </message>
    <message>
        <source>Random restarts</source>
        <translation>随机重启</translation>
    </message>
    <message>
        <source>Samples Joint&apos;s plans, two million unless told otherwise, climbing from random ones.</source>
        <translation>在联合最优的方案空间中采样（默认两百万个），从随机方案出发爬山。</translation>
    </message>
    <message>
        <source>Stages, micro-batches and chunks must be at least 1</source>
        <translation>阶段、微批次和分块都至少为 1</translation>
    </message>
    <message>
        <source>The interleaved schedule needs at least 2 chunks per stage</source>
        <translation>交错调度每阶段至少需要 2 个分块</translation>
    </message>
    <message>
        <source>The interleaved schedule needs micro-batches in multiples of the stages</source>
        <translation>交错调度的微批次数须为阶段数的整数倍</translation>
    </message>
    <message>
        <source>The schedule has more than 2097152 micro-batch passes, too many to simulate</source>
        <translation>调度的微批次操作超过 2097152 个，无法模拟</translation>
    </message>
    <message>
        <source>Joint optimum</source>
        <translation>联合最优</translation>
    </message>
    <message>
        <source>Cuts and strategies together, the best of the space or within the gap that is told.</source>
        <translation>切分与策略一并求解：空间内最优，或在所示差距之内。</translation>
    </message>
    <message>
        <source>The schedule has another number of chunks per stage</source>
        <translation>该调度每个阶段的分块数与此不同</translation>
    </message>
    <message>
        <source>No strategy of the space is legal for every layer at this batch, whatever the memory</source>
        <translation>在此批大小下，无论显存多大，空间中都没有对每一层都合法的策略</translation>
    </message>
    <message>
        <source>Every legal plan needs more memory than a device has</source>
        <translation>每个合法方案所需的显存都超过设备容量</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, expected &apos;{}&apos;</source>
        <translation>是“{}”，应为“{}”</translation>
    </message>
    <message>
        <source>Check that it is the right file</source>
        <translation>请确认选对了文件</translation>
    </message>
    <message>
        <source>is {} version {}, newer than {}, the newest that this program reads</source>
        <translation>是 {} 第 {} 版，而本程序最新只能读第 {} 版</translation>
    </message>
    <message>
        <source>Update Parallelogram</source>
        <translation>请更新 Parallelogram</translation>
    </message>
    <message>
        <source>is empty</source>
        <translation>是空的</translation>
    </message>
    <message>
        <source>is cut off: the JSON ends at {}</source>
        <translation>不完整：JSON 在{}处中断</translation>
    </message>
    <message>
        <source>Get the whole file</source>
        <translation>请取得完整的文件</translation>
    </message>
    <message>
        <source>is not valid JSON at {}</source>
        <translation>在{}处不是有效的 JSON</translation>
    </message>
    <message>
        <source>Correct the text there, or check that it is the right file</source>
        <translation>请改正该处，或确认选对了文件</translation>
    </message>
    <message>
        <source>has a number out of range at {}</source>
        <translation>在{}处的数超出范围</translation>
    </message>
    <message>
        <source>has a number out of range</source>
        <translation>有一个数超出范围</translation>
    </message>
    <message>
        <source>Write a smaller number</source>
        <translation>请写小一些的数</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>字符串</translation>
    </message>
    <message>
        <source>a boolean</source>
        <translation>布尔值</translation>
    </message>
    <message>
        <source>an array</source>
        <translation>数组</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>is {}, expected an object</source>
        <translation>是 {}，应为对象</translation>
    </message>
    <message>
        <source>is {}, expected an array</source>
        <translation>是 {}，应为数组</translation>
    </message>
    <message>
        <source>is {}, expected a string</source>
        <translation>是 {}，应为字符串</translation>
    </message>
    <message>
        <source>is {}, expected true or false</source>
        <translation>是 {}，应为 true 或 false</translation>
    </message>
    <message>
        <source>is {}, expected an array of texts</source>
        <translation>是 {}，应为字符串数组</translation>
    </message>
    <message>
        <source>is {}, expected a number from {} to {}</source>
        <translation>是 {}，应为 {} 到 {} 的数</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, expected one of {}</source>
        <translation>是“{}”，应为下列之一：{}</translation>
    </message>
    <message>
        <source>has an element that is not a whole number from {} to {}</source>
        <translation>有元素不是 {} 到 {} 的整数</translation>
    </message>
    <message>
        <source>has {} elements, at most {} are read</source>
        <translation>有 {} 个元素，最多读取 {} 个</translation>
    </message>
    <message>
        <source>lacks &apos;{}&apos;</source>
        <translation>缺少“{}”</translation>
    </message>
    <message>
        <source>Add the member &apos;{}&apos;</source>
        <translation>请补上成员“{}”</translation>
    </message>
    <message>
        <source>{} at {}</source>
        <translation>{} 的 {}</translation>
    </message>
    <message>
        <source>{}; {}</source>
        <translation>{}；{}</translation>
    </message>
    <message>
        <source>cannot be written: {}</source>
        <translation>无法写入：{}</translation>
    </message>
    <message>
        <source>cannot be listed: {}</source>
        <translation>无法列出其内容：{}</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>没有这个文件或目录</translation>
    </message>
    <message>
        <source>Permission denied</source>
        <translation>没有权限</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>磁盘空间不足</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>是目录</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>不是目录</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>文件系统只读</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>文件名过长</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>输入/输出错误</translation>
    </message>
    <message>
        <source>Check the path</source>
        <translation>请检查路径</translation>
    </message>
    <message>
        <source>Check its permissions</source>
        <translation>请检查其权限</translation>
    </message>
    <message>
        <source>Free some space and try again</source>
        <translation>请腾出空间后再试</translation>
    </message>
    <message>
        <source>is a directory, not a file</source>
        <translation>是目录，不是文件</translation>
    </message>
    <message>
        <source>is a pipe or a device, not a file</source>
        <translation>是管道或设备，不是文件</translation>
    </message>
    <message>
        <source>Put a file in its place, or remove it</source>
        <translation>请用文件替换它，或将其删除</translation>
    </message>
    <message>
        <source>Name a file in it</source>
        <translation>请指定其中的文件</translation>
    </message>
    <message>
        <source>is {} large, the limit is {}</source>
        <translation>大小为 {}，上限为 {}</translation>
    </message>
    <message>
        <source>more than {}</source>
        <translation>超过 {}</translation>
    </message>
    <message>
        <source>holds no plan</source>
        <translation>其中没有方案</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a size: {}</source>
        <translation>“{}”不是大小：{}</translation>
    </message>
    <message>
        <source>Write a number and a unit, such as 16GiB, 512MiB or 24GB</source>
        <translation>请写数和单位，例如 16GiB、512MiB 或 24GB</translation>
    </message>
    <message>
        <source>it is negative</source>
        <translation>是负数</translation>
    </message>
    <message>
        <source>it is out of range</source>
        <translation>超出范围</translation>
    </message>
    <message>
        <source>it does not start with a number</source>
        <translation>不以数开头</translation>
    </message>
    <message>
        <source>unknown unit &apos;{}&apos;</source>
        <translation>未知单位“{}”</translation>
    </message>
    <message>
        <source>it is above 8 PiB</source>
        <translation>大于 8 PiB</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number of chunks</source>
        <translation>“{}”不是块数</translation>
    </message>
    <message>
        <source>Chunks per stage are a number from 2 to 1024, as in interleaved:2</source>
        <translation>每阶段的块数为 2 到 1024，例如 interleaved:2</translation>
    </message>
    <message>
        <source>There is no schedule &quot;{}&quot;</source>
        <translation>没有调度“{}”</translation>
    </message>
    <message>
        <source>Schedules are {}</source>
        <translation>调度有 {}</translation>
    </message>
    <message>
        <source>&apos;{}&apos;: {}</source>
        <translation>“{}”：{}</translation>
    </message>
    <message>
        <source>Write it as TP2-SDP4-ckpt: groups innermost first, of {}; behind them {}</source>
        <translation>写法如 TP2-SDP4-ckpt：由内到外列出各组，可用 {}；其后可加 {}</translation>
    </message>
    <message>
        <source>unknown &apos;{}&apos; after &apos;{}&apos;</source>
        <translation>“{1}”之后有未知的“{0}”</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is given twice</source>
        <translation>“{}”出现了两次</translation>
    </message>
    <message>
        <source>unknown word &apos;{}&apos;</source>
        <translation>未知的词“{}”</translation>
    </message>
    <message>
        <source>more than two data levels</source>
        <translation>数据并行超过两级</translation>
    </message>
    <message>
        <source>a data level needs a degree from 2 to {}</source>
        <translation>每级数据并行的并行度为 2 到 {}</translation>
    </message>
    <message>
        <source>two data levels are one of DP and one of SDP</source>
        <translation>两级数据并行须为一级 DP 和一级 SDP</translation>
    </message>
    <message>
        <source>a tensor group inside of the data levels lies inside of the ring too</source>
        <translation>在数据并行之内的张量并行组也在环之内</translation>
    </message>
    <message>
        <source>not a strategy</source>
        <translation>不是策略</translation>
    </message>
    <message>
        <source>unknown method &apos;{}&apos;</source>
        <translation>未知方法“{}”</translation>
    </message>
    <message>
        <source>unknown dimension &apos;{}&apos;</source>
        <translation>未知维度“{}”</translation>
    </message>
    <message>
        <source>Known are {}</source>
        <translation>可用的有 {}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; has no folders models and clusters</source>
        <translation>“{}”中没有 models 和 clusters 目录</translation>
    </message>
    <message>
        <source>Set it to a folder of presets, or unset it</source>
        <translation>请将其设为预设目录，或取消设置</translation>
    </message>
    <message>
        <source>there are no presets beside the program</source>
        <translation>程序旁没有预设</translation>
    </message>
    <message>
        <source>Install Parallelogram, or set {} to the folder of presets</source>
        <translation>请安装 Parallelogram，或将 {} 设为预设目录</translation>
    </message>
    <message>
        <source>there is no {} &apos;{}&apos;</source>
        <translation>没有名为“{1}”的{0}</translation>
    </message>
    <message>
        <source>model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Nearest are {}</source>
        <translation>相近的有 {}</translation>
    </message>
    <message>
        <source>is {}, which does not divide the {} head(s)</source>
        <translation>是 {}，不能整除 {} 个头</translation>
    </message>
    <message>
        <source>is {}, which does not divide the width {}</source>
        <translation>是 {}，不能整除宽度 {}</translation>
    </message>
    <message>
        <source>Give head_dim</source>
        <translation>请给出 head_dim</translation>
    </message>
    <message>
        <source>is {}, expected at least 1</source>
        <translation>是 {}，至少应为 1</translation>
    </message>
    <message>
        <source>asks for as many key heads as heads, and a rope_dim below head_dim</source>
        <translation>要求键头数等于头数，且 rope_dim 小于 head_dim</translation>
    </message>
    <message>
        <source>is {}, expected from 1 to the {} expert(s)</source>
        <translation>是 {}，应为 1 到专家数 {}</translation>
    </message>
    <message>
        <source>is {}, expected the tokens of a square window</source>
        <translation>是 {}，应为方形窗口的 token 数</translation>
    </message>
    <message>
        <source>is {}, but a block that changes its width or its map is a run of its own</source>
        <translation>是 {}，但改变宽度或特征图的块须单独成段</translation>
    </message>
    <message>
        <source>Write the first block as a run of its own</source>
        <translation>请将第一块单独写成一段</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is the name of two runs</source>
        <translation>“{}”是两段的名字</translation>
    </message>
    <message>
        <source>reads a width of {}, but the run before it writes {}</source>
        <translation>读取宽度 {}，而前一段写出 {}</translation>
    </message>
    <message>
        <source>asks for the table of an embedding of the same width and vocabulary, and there is none</source>
        <translation>要求有同宽度、同词表的嵌入表，但没有</translation>
    </message>
    <message>
        <source>have {} layers in all, expected from 1 to {}</source>
        <translation>共有 {} 层，应为 1 到 {} 层</translation>
    </message>
    <message>
        <source>have {} parameters, at most {} are planned for</source>
        <translation>有 {} 个参数，最多支持 {} 个</translation>
    </message>
    <message>
        <source>is not a tensor degree</source>
        <translation>不是张量并行度</translation>
    </message>
    <message>
        <source>names no tensor degree</source>
        <translation>没有给出张量并行度</translation>
    </message>
    <message>
        <source>is 3, expected 2 or 4</source>
        <translation>是 3，应为 2 或 4</translation>
    </message>
    <message>
        <source>is empty, expected at least one family</source>
        <translation>是空的，至少应有一个系列</translation>
    </message>
    <message>
        <source>needs the number of multiprocessors, to which tiles are dealt</source>
        <translation>需要流多处理器的数量，瓦片按它分配</translation>
    </message>
    <message>
        <source>is {}, expected a multiple of {}, the span of the level inside</source>
        <translation>是 {}，应为内层跨度 {} 的倍数</translation>
    </message>
    <message>
        <source>must end with a level that spans all {} device(s)</source>
        <translation>最后一级须连接全部 {} 个设备</translation>
    </message>
    <message>
        <source>is not larger than the one before it</source>
        <translation>不大于前一个</translation>
    </message>
    <message>
        <source>names no size</source>
        <translation>没有给出大小</translation>
    </message>
    <message>
        <source>names no width</source>
        <translation>没有给出宽度</translation>
    </message>
    <message>
        <source>The stages cover {} of {} layer(s)</source>
        <translation>各阶段只覆盖了 {1} 层中的 {0} 层</translation>
    </message>
    <message>
        <source>There are {} strategies for {} layer(s)</source>
        <translation>{1} 层有 {0} 个策略</translation>
    </message>
    <message>
        <source>Layer {} has a degree below 1</source>
        <translation>第 {} 层的并行度小于 1</translation>
    </message>
    <message>
        <source>Layer {} has ZeRO stage {}, which is none of 0 to 3</source>
        <translation>第 {} 层的 ZeRO 级别是 {}，应为 0 到 3</translation>
    </message>
    <message>
        <source>The cluster has no devices</source>
        <translation>集群没有设备</translation>
    </message>
    <message>
        <source>No link joins all devices of the cluster</source>
        <translation>没有链路连接集群的全部设备</translation>
    </message>
    <message>
        <source>{} stages do not divide {} device(s)</source>
        <translation>{} 个阶段不能整除 {} 个设备</translation>
    </message>
    <message>
        <source>The model has no layers</source>
        <translation>模型没有层</translation>
    </message>
    <message>
        <source>The plan has no stages</source>
        <translation>方案没有阶段</translation>
    </message>
    <message>
        <source>The global batch is below 1</source>
        <translation>全局批大小小于 1</translation>
    </message>
    <message>
        <source>has degrees that multiply to {}, the most is {}</source>
        <translation>各并行度之积为 {}，最多为 {}</translation>
    </message>
    <message>
        <source>is {}, which does not divide &apos;data&apos;, {}</source>
        <translation>是 {}，不能整除 data 的 {}</translation>
    </message>
    <message>
        <source>is {}, expected {}: layers follow without gap or overlap</source>
        <translation>是 {}，应为 {}：各层须相接，不重叠也不遗漏</translation>
    </message>
    <message>
        <source>is {}, the model has {} layer(s) and {} are left</source>
        <translation>是 {}，模型有 {} 层，只剩 {} 层</translation>
    </message>
    <message>
        <source>cover {} of the model&apos;s {} layer(s)</source>
        <translation>只覆盖了模型 {1} 层中的 {0} 层</translation>
    </message>
    <message>
        <source>layers {} to {} are pinned, and the model has {}</source>
        <translation>固定了第 {} 到 {} 层，而模型有 {} 层</translation>
    </message>
    <message>
        <source>Pin layers from 0 to {}</source>
        <translation>请固定第 0 到 {} 层</translation>
    </message>
    <message>
        <source>the model has {} layers</source>
        <translation>模型有 {} 层</translation>
    </message>
    <message>
        <source>the cluster has {} device(s)</source>
        <translation>集群有 {} 个设备</translation>
    </message>
    <message>
        <source>Give it 1 to {}</source>
        <translation>应为 1 到 {}</translation>
    </message>
    <message>
        <source>the memory budget is negative</source>
        <translation>显存预算是负数</translation>
    </message>
    <message>
        <source>the memory budget is more than any device has</source>
        <translation>显存预算超过任何设备的显存</translation>
    </message>
    <message>
        <source>Give at most 16 TiB per device</source>
        <translation>每个设备最多 16 TiB</translation>
    </message>
    <message>
        <source>Give bytes per device, or 0 for the device&apos;s own</source>
        <translation>请给出每设备的字节数，或 0 表示设备自身的显存</translation>
    </message>
    <message>
        <source>{} samples</source>
        <translation>{} 个样本</translation>
    </message>
    <message>
        <source>{} threads</source>
        <translation>{} 个线程</translation>
    </message>
    <message>
        <source>Give 1 to {}, or 0 for one per core</source>
        <translation>应为 1 到 {}，或用 0 表示每个核心一个</translation>
    </message>
    <message>
        <source>a batch of {} samples</source>
        <translation>批大小为 {} 个样本</translation>
    </message>
    <message>
        <source>Give 1 or more</source>
        <translation>应为 1 或更大</translation>
    </message>
    <message>
        <source>Give 1 to 16777216</source>
        <translation>应为 1 到 16777216</translation>
    </message>
    <message>
        <source>the stages do not cover the model&apos;s layers</source>
        <translation>各阶段没有覆盖模型的所有层</translation>
    </message>
    <message>
        <source>Give each stage at least one layer</source>
        <translation>请给每个阶段至少一层</translation>
    </message>
    <message>
        <source>a frontier of a negative number of points</source>
        <translation>前沿的点数是负数</translation>
    </message>
    <message>
        <source>Give 1 or more, or 0 for all</source>
        <translation>应为 1 或更大，0 表示全部</translation>
    </message>
    <message>
        <source>the plan and its estimate go together</source>
        <translation>方案与其估计须一并给出</translation>
    </message>
    <message>
        <source>the plan has {} layer(s), the question&apos;s model {}</source>
        <translation>方案有 {} 层，而问题的模型有 {} 层</translation>
    </message>
    <message>
        <source>no layers {} to {}: the model has {}</source>
        <translation>没有第 {} 到 {} 层：模型有 {} 层</translation>
    </message>
    <message>
        <source>Ask about layers from 0 to {}</source>
        <translation>请询问第 0 到 {} 层</translation>
    </message>
    <message>
        <source>background work</source>
        <translation>后台计算</translation>
    </message>
    <message>
        <source>the planner</source>
        <translation>规划器</translation>
    </message>
    <message>
        <source>This is a fault of the program; please report it with this request: {}</source>
        <translation>这是程序的错误；请连同此请求一并报告：{}</translation>
    </message>
    <message>
        <source>the plan found needs {}, more than its budget of {}</source>
        <translation>找到的方案需要 {}，超过其预算 {}</translation>
    </message>
    <message>
        <source>the lower bound, {} s, is above the step of the plan found, {} s</source>
        <translation>下界 {} 秒高于所找到方案的步时 {} 秒</translation>
    </message>
    <message>
        <source>the lower bound of a task, {} s per sample, is above its plan, {} s</source>
        <translation>某个任务的下界每样本 {} 秒，高于其方案的 {} 秒</translation>
    </message>
    <message>
        <source>names no stage, or more than eight</source>
        <translation>没有给出阶段，或多于八个</translation>
    </message>
    <message>
        <source>has an entry {} that is not a whole number from {} to {}</source>
        <translation>第 {} 项不是 {} 到 {} 的整数</translation>
    </message>
    <message>
        <source>has {} value(s) for {} layer(s)</source>
        <translation>{1} 层有 {0} 项</translation>
    </message>
    <message>
        <source>is {}, the cluster has {} device(s)</source>
        <translation>是 {}，而集群有 {} 个设备</translation>
    </message>
    <message>
        <source>Give the cluster that the plan is for</source>
        <translation>请给出方案所对应的集群</translation>
    </message>
    <message>
        <source>has {} layer(s), the model {}</source>
        <translation>有 {} 层，而模型有 {} 层</translation>
    </message>
    <message>
        <source>Give the model that the plan is for</source>
        <translation>请给出方案所对应的模型</translation>
    </message>
    <message>
        <source>splits {} layer(s) over {} stage(s), the plan has {} over {}</source>
        <translation>将 {} 层分到 {} 个阶段，而方案将 {} 层分到 {} 个阶段</translation>
    </message>
    <message>
        <source>is {}, which does not divide {} device(s)</source>
        <translation>是 {}，不能整除 {} 个设备</translation>
    </message>
    <message>
        <source>has a degree {}, which does not divide a stage of {} device(s)</source>
        <translation>有并行度 {}，不能整除每阶段的 {} 个设备</translation>
    </message>
    <message>
        <source>is {}, which does not divide a stage of {} device(s)</source>
        <translation>是 {}，不能整除每阶段的 {} 个设备</translation>
    </message>
    <message>
        <source>is not a JSON object</source>
        <translation>不是 JSON 对象</translation>
    </message>
    <message>
        <source>Give a plan as Galvatron writes it</source>
        <translation>请给出 Galvatron 写出的方案</translation>
    </message>
    <message>
        <source>Change these in the plan, or export it to another format</source>
        <translation>请在方案中更改这些，或导出为其他格式</translation>
    </message>
    <message>
        <source>{} (layers {})</source>
        <translation>{}（第 {} 层）</translation>
    </message>
    <message>
        <source>a tensor group between two data levels</source>
        <translation>位于两级数据并行之间的张量并行组</translation>
    </message>
    <message>
        <source>ZeRO-2 beside DP: it has one default for all layers</source>
        <translation>ZeRO-2 与 DP 并用：它对所有层只有一个默认值</translation>
    </message>
    <message>
        <source>recomputation of embedding or head</source>
        <translation>嵌入层或输出层的重计算</translation>
    </message>
    <message>
        <source>embedding and head with different strategies</source>
        <translation>嵌入层与输出层策略不同</translation>
    </message>
    <message>
        <source>a patch merging with another strategy than the layer before it</source>
        <translation>图块合并层的策略与前一层不同</translation>
    </message>
    <message>
        <source>the schedule {}</source>
        <translation>调度 {}</translation>
    </message>
    <message>
        <source>a stage without transformer layers (stage {})</source>
        <translation>没有 Transformer 层的阶段（阶段 {}）</translation>
    </message>
    <message>
        <source>a stage that begins with a patch merging (stage {})</source>
        <translation>以图块合并开头的阶段（阶段 {}）</translation>
    </message>
    <message>
        <source>has times of {} that fall with the batch</source>
        <translation>{}的时间随批大小减小</translation>
    </message>
    <message>
        <source>Use the time mode static</source>
        <translation>请使用时间模式 static</translation>
    </message>
    <message>
        <source>{} is required, as {}</source>
        <translation>需要 {}，因为{}</translation>
    </message>
    <message>
        <source>Give it, or a --model</source>
        <translation>请给出它，或给出 --model</translation>
    </message>
    <message>
        <source>the configuration beside it</source>
        <translation>旁边的配置</translation>
    </message>
    <message>
        <source>Give the --model that was profiled</source>
        <translation>请用 --model 给出剖析过的模型</translation>
    </message>
    <message>
        <source>Give one figure per layer type</source>
        <translation>请为每种层给出一个数</translation>
    </message>
    <message>
        <source>has layers of {} parameters, but those of {}, which its files name, have {}</source>
        <translation>每层有 {} 个参数，但其文件所指的 {} 每层有 {} 个</translation>
    </message>
    <message>
        <source>needs a model, as {}</source>
        <translation>需要模型，因为{}</translation>
    </message>
    <message>
        <source>there is no preset &apos;{}&apos;</source>
        <translation>没有预设“{}”</translation>
    </message>
    <message>
        <source>there is no preset &apos;{}&apos; (nearest: {})</source>
        <translation>没有预设“{}”（相近的有 {}）</translation>
    </message>
    <message>
        <source>{} has layers of another width</source>
        <translation>{} 的层宽度不同</translation>
    </message>
    <message>
        <source>names no layer type</source>
        <translation>没有给出层类型</translation>
    </message>
    <message>
        <source>has lists of different lengths</source>
        <translation>各列表长度不同</translation>
    </message>
    <message>
        <source>has {} layers, at most {} are read</source>
        <translation>有 {} 层，最多读取 {} 层</translation>
    </message>
    <message>
        <source>has a strategy of {} stage(s)</source>
        <translation>有 {} 个阶段的策略</translation>
    </message>
    <message>
        <source>Give a case file</source>
        <translation>请给出案例文件</translation>
    </message>
    <message>
        <source>does not divide the devices</source>
        <translation>不能整除设备数</translation>
    </message>
    <message>
        <source>holds no case file *.json</source>
        <translation>其中没有案例文件 *.json</translation>
    </message>
    <message>
        <source>has times of {} for fewer than two batch sizes at {} tokens</source>
        <translation>{1} 个 token 时，{0}的时间少于两种批大小</translation>
    </message>
    <message>
        <source>Profile more batch sizes, or use the time mode static</source>
        <translation>请剖析更多批大小，或使用时间模式 static</translation>
    </message>
    <message>
        <source>has times of {} at {} tokens through which goes the line {} ms {} {} ms a sample</source>
        <translation>{0} 在 {1} 个 token 时测得的时间所拟合的直线是 {2} ms {3} 每样本 {4} ms</translation>
    </message>
    <message>
        <source>Profile it again, or use the time mode static</source>
        <translation>请重新剖析，或使用时间模式 static</translation>
    </message>
    <message>
        <source>has times of {} at batch 1 through which goes a curve of {} ms at {} tokens</source>
        <translation>{0} 在批大小 1 时测得的时间所拟合的曲线在 {2} 个 token 处是 {1} ms</translation>
    </message>
    <message>
        <source>has times of layer type {} at {} tokens of {} ms</source>
        <translation>层类型 {0} 在 {1} 个 token 时测得的时间是 {2} ms</translation>
    </message>
    <message>
        <source>Profile it again</source>
        <translation>请重新剖析</translation>
    </message>
    <message>
        <source>has times of {} for fewer than {} sequence lengths at batch 1</source>
        <translation>批大小为 1 时，{}的时间少于 {} 种序列长度</translation>
    </message>
    <message>
        <source>Profile more sequence lengths</source>
        <translation>请剖析更多序列长度</translation>
    </message>
    <message>
        <source>has no time of {} at {} tokens</source>
        <translation>没有{}在 {} 个 token 时的时间</translation>
    </message>
    <message>
        <source>has no memory of layer type {} at {} tokens</source>
        <translation>没有层类型 {} 在 {} 个 token 时的显存</translation>
    </message>
    <message>
        <source>has no memory of the embedding and the head at {} tokens</source>
        <translation>没有嵌入层和输出层在 {} 个 token 时的显存</translation>
    </message>
    <message>
        <source>the embedding and the head</source>
        <translation>嵌入层和输出层</translation>
    </message>
    <message>
        <source>layer type {}</source>
        <translation>层类型 {}</translation>
    </message>
    <message>
        <source>has {} layer type(s), the model {}</source>
        <translation>有 {} 种层，而模型有 {} 种</translation>
    </message>
    <message>
        <source>Give a profile as Galvatron writes it</source>
        <translation>请给出 Galvatron 写出的剖析结果</translation>
    </message>
    <message>
        <source>has no layer type from 0 to {} in its name</source>
        <translation>名字中没有 0 到 {} 的层类型</translation>
    </message>
    <message>
        <source>is not named layertype_{i}_bsz{b}_seq{n}</source>
        <translation>名字不是 layertype_{i}_bsz{b}_seq{n}</translation>
    </message>
    <message>
        <source>is not a degree of parallelism</source>
        <translation>不是并行度</translation>
    </message>
    <message>
        <source>names no degree</source>
        <translation>没有给出并行度</translation>
    </message>
    <message>
        <source>is not a sequence length</source>
        <translation>不是序列长度</translation>
    </message>
    <message>
        <source>is not named {}_size_{g}_{X}MB_time</source>
        <translation>名字不是 {}_size_{g}_{X}MB_time</translation>
    </message>
    <message>
        <source>holds {} file(s) {}*.json, expected one</source>
        <translation>有 {} 个 {}*.json 文件，应只有一个</translation>
    </message>
    <message>
        <source>is not named allreduce_size_{g}_consec_{0|1}</source>
        <translation>名字不是 allreduce_size_{g}_consec_{0|1}</translation>
    </message>
    <message>
        <source>is not named pp_size_{P}</source>
        <translation>名字不是 pp_size_{P}</translation>
    </message>
    <message>
        <source>has no hardware profile</source>
        <translation>没有硬件剖析结果</translation>
    </message>
    <message>
        <source>It needs allreduce_bandwidth_, p2p_bandwidth_ and sp_time_{N}nodes_{K}gpus_per_node.json</source>
        <translation>需要 allreduce_bandwidth_、p2p_bandwidth_ 和 sp_time_{N}nodes_{K}gpus_per_node.json</translation>
    </message>
    <message>
        <source>has no hardware profile of {} device(s)</source>
        <translation>没有 {} 个设备的硬件剖析结果</translation>
    </message>
    <message>
        <source>It has those of {}</source>
        <translation>有的是 {}</translation>
    </message>
    <message>
        <source>has hardware profiles of {} devices</source>
        <translation>有 {} 个设备的硬件剖析结果</translation>
    </message>
    <message>
        <source>Say which with --devices</source>
        <translation>请用 --devices 指明</translation>
    </message>
    <message>
        <source>has no time of the embedding and the head</source>
        <translation>没有嵌入层和输出层的时间</translation>
    </message>
    <message>
        <source>It needs layertype_other_bsz{b}_seq{n}</source>
        <translation>需要 layertype_other_bsz{b}_seq{n}</translation>
    </message>
    <message>
        <source>was not profiled at {} tokens</source>
        <translation>没有在 {} 个 token 时剖析</translation>
    </message>
    <message>
        <source>was profiled at {} tokens</source>
        <translation>在 {} 个 token 时剖析</translation>
    </message>
    <message>
        <source>It was at {}</source>
        <translation>剖析过的是 {}</translation>
    </message>
    <message>
        <source>Choose with --sequence</source>
        <translation>请用 --sequence 选择</translation>
    </message>
    <message>
        <source>Give a folder of Galvatron&apos;s profile files</source>
        <translation>请给出 Galvatron 剖析文件的目录</translation>
    </message>
    <message>
        <source>holds {} file(s) computation_profiling_{}_*.json, expected one</source>
        <translation>有 {} 个 computation_profiling_{}_*.json 文件，应只有一个</translation>
    </message>
    <message>
        <source>Choose one with --precision</source>
        <translation>请用 --precision 选择一个</translation>
    </message>
    <message>
        <source>has no layer type</source>
        <translation>没有层类型</translation>
    </message>
    <message>
        <source>It needs layertype_{i}_bsz{b}_seq{n}</source>
        <translation>需要 layertype_{i}_bsz{b}_seq{n}</translation>
    </message>
    <message>
        <source>a plan of {} layers in stages of {} does not fit a task of {} stages and {} layers</source>
        <translation>{} 层、阶段为 {} 的方案不符合 {} 个阶段、{} 层的任务</translation>
    </message>
    <message>
        <source>a strategy of the plan does not cover {} device(s)</source>
        <translation>方案中有策略没有用满 {} 个设备</translation>
    </message>
    <message>
        <source>the profile has no figures for {}</source>
        <translation>剖析结果中没有 {} 的数据</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a strategy</source>
        <translation>“{}”不是策略</translation>
    </message>
    <message>
        <source>Write it as P-t*-d, with f for ZeRO-3, -c for recomputation and -sp for Ulysses</source>
        <translation>写法为 P-t*-d：f 表示 ZeRO-3，-c 表示重计算，-sp 表示 Ulysses</translation>
    </message>
    <message>
        <source>no measured run on a device of {} can be expressed</source>
        <translation>在 {} 的设备上没有可表达的实测运行</translation>
    </message>
    <message>
        <source>device count or parallel degrees not published</source>
        <translation>设备数或并行度未公布</translation>
    </message>
    <message>
        <source>batch not published</source>
        <translation>批大小未公布</translation>
    </message>
    <message>
        <source>micro-batch not published</source>
        <translation>微批大小未公布</translation>
    </message>
    <message>
        <source>no preset of the device {}</source>
        <translation>没有设备 {} 的预设</translation>
    </message>
    <message>
        <source>devices do not fill whole nodes</source>
        <translation>设备没有占满整个节点</translation>
    </message>
    <message>
        <source>network speed not published</source>
        <translation>网络速度未公布</translation>
    </message>
    <message>
        <source>precision {} is not modelled</source>
        <translation>精度 {} 尚未建模</translation>
    </message>
    <message>
        <source>the batch does not divide into the micro-batches given</source>
        <translation>批大小不能按所给的微批次均分</translation>
    </message>
    <message>
        <source>schedule &apos;{}&apos; is not modelled</source>
        <translation>调度方式“{}”尚未建模</translation>
    </message>
    <message>
        <source>recomputation &apos;{}&apos; is not modelled</source>
        <translation>重计算方式“{}”尚未建模</translation>
    </message>
    <message>
        <source>the stages do not divide the devices</source>
        <translation>阶段数不能整除设备数</translation>
    </message>
    <message>
        <source>multi-latent attention whose ranks are not published</source>
        <translation>多头潜在注意力的秩未公布</translation>
    </message>
    <message>
        <source>model dimensions not published</source>
        <translation>模型尺寸未公布</translation>
    </message>
    <message>
        <source>model dimensions not published: taken from the preset {}</source>
        <translation>模型尺寸未公布：取自预设 {}</translation>
    </message>
    <message>
        <source>which layers were left is not published: taken as one without experts, if any</source>
        <translation>未公布留下了哪些层：若有，取一层无专家的</translation>
    </message>
    <message>
        <source>a module that predicts one more token is trained: the source&apos;s FLOP count includes it</source>
        <translation>同时训练了多预测一个 token 的模块：来源的 FLOP 数已计入</translation>
    </message>
    <message>
        <source>network speed not published: taken as {} Gb/s per device, usual for such nodes</source>
        <translation>网络速度未公布：取此类节点常见的每设备 {} Gb/s</translation>
    </message>
    <message>
        <source>recomputation not published: taken as none</source>
        <translation>重计算未公布：按无处理</translation>
    </message>
    <message>
        <source>which blocks recompute is not published: taken as every other one</source>
        <translation>未公布哪些块重计算：按每隔一块处理</translation>
    </message>
    <message>
        <source>sequence parallelism not published: taken as on, as the framework&apos;s recipes have it</source>
        <translation>序列并行未公布：按框架示例视为开启</translation>
    </message>
    <message>
        <source>what is offloaded to the host is not published: memory not predicted</source>
        <translation>未公布哪些内容卸载到主机：不预测显存</translation>
    </message>
    <message>
        <source>{} cannot run {}: {}</source>
        <translation>{}无法运行 {}：{}</translation>
    </message>
    <message>
        <source>Stage {} needs {} per device, {} more than the {} that it may use; the largest part is {}</source>
        <translation>阶段 {} 每设备需要 {}，比可用的 {3} 多 {2}；其中最多的是 {4}</translation>
    </message>
    <message>
        <source>degrees multiply to {}, the stage has {} device(s)</source>
        <translation>并行度之积为 {}，而阶段有 {} 个设备</translation>
    </message>
    <message>
        <source>the batch of {} sample(s) does not divide by {} micro-batch shares</source>
        <translation>{} 个样本的批不能均分为 {} 份微批次</translation>
    </message>
    <message>
        <source>vocabulary {} does not divide by tensor degree {}</source>
        <translation>词表 {} 不能被张量并行度 {} 整除</translation>
    </message>
    <message>
        <source>{} tokens do not divide by {} parts</source>
        <translation>{} 个 token 不能分成 {} 份</translation>
    </message>
    <message>
        <source>a convolution is not split by tensor or sequence parallelism (degree {})</source>
        <translation>卷积不能按张量或序列并行切分（并行度 {}）</translation>
    </message>
    <message>
        <source>{} copies lie between the {} ranks that split the states of one</source>
        <translation>{} 个副本位于切分同一份状态的 {} 个设备之间</translation>
    </message>
    <message>
        <source>a data group of {} does not divide by sharding degree {}</source>
        <translation>{} 个设备的数据并行组不能被切分度 {} 整除</translation>
    </message>
    <message>
        <source>sequence parallelism needs a tensor group</source>
        <translation>序列并行需要张量并行组</translation>
    </message>
    <message>
        <source>the cluster names no link to host memory</source>
        <translation>集群没有给出到主机内存的链路</translation>
    </message>
    <message>
        <source>groups of {} and {} devices are not equal</source>
        <translation>{} 个与 {} 个设备的组不相等</translation>
    </message>
    <message>
        <source>DP of {} and SDP of {} in one tree: never better than SDP of {} alone (Takeaway 3)</source>
        <translation>同一棵树中有 {} 路 DP 和 {} 路 SDP：不会优于 {} 路 SDP（论文结论 3）</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>拟合</translation>
    </message>
    <message>
        <source>guessed</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>more than {} devices</source>
        <translation>多于 {} 个设备</translation>
    </message>
    <message>
        <source>the file {}: {}</source>
        <translation>文件 {}：{}</translation>
    </message>
    <message>
        <source>{} on {} stage(s) has {} chunk(s), which is more than the model&apos;s {} layer(s)</source>
        <translation>{} 在 {} 个阶段上有 {} 个分块，多于模型的 {} 层</translation>
    </message>
    <message>
        <source>The nearest that can run is {} with {} micro-batch(es)</source>
        <translation>最接近且可运行的是 {}，{} 个微批次</translation>
    </message>
    <message>
        <source>Use fewer stages</source>
        <translation>请减少阶段数</translation>
    </message>
    <message>
        <source>No runtime can run the cut of the file, {}: the chunks are cut evenly instead</source>
        <translation>没有运行时能执行文件中的切分（{}）：已改为均匀切分各分块</translation>
    </message>
    <message>
        <source>stages of {} layer(s) in a row, of which {} makes no chunks</source>
        <translation>各阶段为连续的 {} 层，{} 无法由此得到分块</translation>
    </message>
    <message>
        <source>It needs at least one layer</source>
        <translation>至少要有一层</translation>
    </message>
    <message>
        <source>It starts at layer {} instead of {}</source>
        <translation>从第 {} 层开始，应从第 {} 层开始</translation>
    </message>
    <message>
        <source>Layers follow in order, none left out</source>
        <translation>各层须依次相接，不得遗漏</translation>
    </message>
    <message>
        <source>It goes beyond the model&apos;s {} layer(s)</source>
        <translation>超出了模型的 {} 层</translation>
    </message>
    <message>
        <source>{} chunk(s) in place of {} per stage</source>
        <translation>{} 个分块不能使每阶段有 {} 个</translation>
    </message>
    <message>
        <source>make {} stages, which do not divide the {} device(s)</source>
        <translation>构成 {} 个阶段，不能整除 {} 个设备</translation>
    </message>
    <message>
        <source>are {}, which {} does not divide</source>
        <translation>是 {}，不能被 {} 整除</translation>
    </message>
    <message>
        <source>is {}, expected {}: {} gives chunk {} of {} to that stage</source>
        <translation>是 {}，应为 {}：{} 将分块 {}（共 {} 个）分给该阶段</translation>
    </message>
    <message>
        <source>does not suit the stages</source>
        <translation>与阶段不相符</translation>
    </message>
    <message>
        <source>fewer layers than chunks</source>
        <translation>层数少于分块数</translation>
    </message>
    <message>
        <source>{} size(s) for {} stage(s) or chunk(s)</source>
        <translation>{1} 个阶段或分块却有 {0} 个大小</translation>
    </message>
    <message>
        <source>Give one for each</source>
        <translation>请为每一个给出一个</translation>
    </message>
    <message>
        <source>Galvatron plan</source>
        <translation>Galvatron 方案</translation>
    </message>
    <message>
        <source>Galvatron profiles</source>
        <translation>Galvatron 性能剖析文件</translation>
    </message>
    <message>
        <source>Hugging Face configuration</source>
        <translation>Hugging Face 配置</translation>
    </message>
    <message>
        <source>Chrome trace</source>
        <translation>Chrome 跟踪文件</translation>
    </message>
    <message>
        <source>unknown format &apos;{}&apos;</source>
        <translation>未知格式“{}”</translation>
    </message>
    <message>
        <source>is a {}, which is written and not read</source>
        <translation>是 {}，只能写出，不能读取</translation>
    </message>
    <message>
        <source>What is read: {}</source>
        <translation>可读取的有 {}</translation>
    </message>
    <message>
        <source>has layers that are no blocks of one shape between an embedding and a head: {}</source>
        <translation>在嵌入层和输出层之间有形状不一的层：{}</translation>
    </message>
    <message>
        <source>has no blocks between an embedding and a head</source>
        <translation>在嵌入层和输出层之间没有层块</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, which is not a layout of {} stage(s)</source>
        <translation>为“{}”，不是 {} 个阶段的布局</translation>
    </message>
    <message>
        <source>It has {}</source>
        <translation>它有 {}</translation>
    </message>
    <message>
        <source>does not name each block once and in order, in {} stage(s)</source>
        <translation>没有把每个层块依次列出一次，分为 {} 个阶段</translation>
    </message>
    <message>
        <source>has no ParallelismConfig of torchtitan</source>
        <translation>没有 torchtitan 的 ParallelismConfig</translation>
    </message>
    <message>
        <source>torchtitan configuration in Python</source>
        <translation>torchtitan 的 Python 配置</translation>
    </message>
    <message>
        <source>experts whose matrices are split</source>
        <translation>专家矩阵被切分</translation>
    </message>
    <message>
        <source>experts split over other ranks than the tensor group</source>
        <translation>专家切分的设备与张量组不同</translation>
    </message>
    <message>
        <source>PyTorch module</source>
        <translation>PyTorch 模块</translation>
    </message>
    <message>
        <source>is a table of layers, which names neither its model nor its cluster</source>
        <translation>是按层的表，既未指明模型也未指明集群</translation>
    </message>
    <message>
        <source>has no table of layers</source>
        <translation>没有按层的表</translation>
    </message>
    <message>
        <source>the format {} is read and not written</source>
        <translation>格式 {} 只能读取，不能写出</translation>
    </message>
    <message>
        <source>What is written: {}</source>
        <translation>可写出的有 {}</translation>
    </message>
    <message>
        <source>does not say what memory its devices have</source>
        <translation>不含设备的显存</translation>
    </message>
    <message>
        <source>Give a cluster of such devices</source>
        <translation>请指定由此类设备组成的集群</translation>
    </message>
    <message>
        <source>is a Galvatron plan, which names neither its model nor its cluster</source>
        <translation>是 Galvatron 方案，其中不含模型和集群</translation>
    </message>
    <message>
        <source>Give --model and --cluster</source>
        <translation>请给出 --model 和 --cluster</translation>
    </message>
    <message>
        <source>data parallel: whole copies, gradients all-reduced</source>
        <translation>数据并行：完整副本，梯度做 all-reduce</translation>
    </message>
    <message>
        <source>sharded data parallel: ZeRO-3</source>
        <translation>分片数据并行（ZeRO-3）</translation>
    </message>
    <message>
        <source>tensor parallel: a layer&apos;s matrices divided</source>
        <translation>张量并行：切分层内矩阵</translation>
    </message>
    <message>
        <source>pipeline parallel: the model cut into stages</source>
        <translation>流水线并行：把模型切成阶段</translation>
    </message>
    <message>
        <source>full recomputation of activations</source>
        <translation>完全重计算激活</translation>
    </message>
    <message>
        <source>Megatron&apos;s sequence parallelism on tensor groups</source>
        <translation>张量并行组上的 Megatron 序列并行</translation>
    </message>
    <message>
        <source>optimizer states divided over the data group</source>
        <translation>在数据并行组内切分优化器状态</translation>
    </message>
    <message>
        <source>gradients divided as well</source>
        <translation>同时切分梯度</translation>
    </message>
    <message>
        <source>hybrid sharding: SDP inside, copies outside</source>
        <translation>混合分片：组内 SDP，组间为副本</translation>
    </message>
    <message>
        <source>tokens divided, heads inside attention, whole matrices</source>
        <translation>切分 token，注意力内改为切分头，矩阵保持完整</translation>
    </message>
    <message>
        <source>context parallel: tokens divided, keys and values in a ring</source>
        <translation>上下文并行：切分 token，键值沿环传递</translation>
    </message>
    <message>
        <source>expert parallel: experts spread over the data group</source>
        <translation>专家并行：专家分布在数据并行组上</translation>
    </message>
    <message>
        <source>recomputation of attention alone</source>
        <translation>仅重计算注意力</translation>
    </message>
    <message>
        <source>kept activations wait in host memory</source>
        <translation>保留的激活存放在主机内存</translation>
    </message>
    <message>
        <source>optimizer states in host memory, weights updated there</source>
        <translation>优化器状态存放在主机内存，并在那里更新权重</translation>
    </message>
    <message>
        <source>&apos;{}&apos; has no unit that says how much it is</source>
        <translation>“{}”没有说明大小的单位</translation>
    </message>
    <message>
        <source>Is {} meant? Write the unit</source>
        <translation>是指 {} 吗？请写出单位</translation>
    </message>
    <message>
        <source>Is {} or {} meant? Write the unit</source>
        <translation>是指 {} 还是 {}？请写出单位</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a whole number from {} to {}</source>
        <translation>“{}”不是 {} 到 {} 的整数</translation>
    </message>
    <message>
        <source>Write it in digits, or with k for 1024 and M for 1048576: 4096, 4k, 128k</source>
        <translation>请写成数字，或用 k 表示 1024、M 表示 1048576：4096、4k、128k</translation>
    </message>
    <message>
        <source>&apos;{}&apos; may only follow a tensor group</source>
        <translation>“{}”应写在张量并行组之后</translation>
    </message>
    <message>
        <source>The memory budget of {} is more than the {} that a device has</source>
        <translation>显存预算 {} 大于设备所有的 {}</translation>
    </message>
    <message>
        <source>A node of {} device(s) needs {} of host memory, and how much it has is not known</source>
        <translation>一个有 {} 个设备的节点需要 {} 主机内存，而节点有多少内存不得而知</translation>
    </message>
    <message>
        <source>A node of {} device(s) needs {} of host memory, more than the {} that it has</source>
        <translation>一个有 {} 个设备的节点需要 {} 主机内存，多于其所有的 {}</translation>
    </message>
    <message>
        <source>A run may need up to {}, more than the budget of {}</source>
        <translation>实际运行可能需要多达 {}，超出 {} 的预算</translation>
    </message>
    <message>
        <source>A device needs {}, {} more than it may use</source>
        <translation>每个设备需要 {}，比可用的多 {}</translation>
    </message>
    <message>
        <source>lacks {} members: {}</source>
        <translation>缺少 {} 个成员：{}</translation>
    </message>
    <message>
        <source>Add them</source>
        <translation>请补上它们</translation>
    </message>
    <message>
        <source>is {}, expected a whole number from {} to {}</source>
        <translation>是 {}，应为 {} 到 {} 的整数</translation>
    </message>
    <message>
        <source>cannot be read: {}</source>
        <translation>无法读取：{}</translation>
    </message>
    <message>
        <source>{}, {} layer(s), {} wide</source>
        <translation>{}，{} 层，宽度 {}</translation>
    </message>
    <message>
        <source>has {} layer type(s), {} has {}</source>
        <translation>有 {} 种层，{} 有 {} 种</translation>
    </message>
    <message>
        <source>has {} layer type(s), {} names {}</source>
        <translation>有 {} 种层，{} 给出 {} 种</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>layers do not divide by the chunks: spread as evenly as they go</source>
        <translation>层数不能整除分块数：尽量均匀分配</translation>
    </message>
    <message>
        <source>layers do not divide by the stages: spread as evenly as they go</source>
        <translation>层数不能整除阶段数：尽量均匀分配</translation>
    </message>
    <message>
        <source>{} to {}</source>
        <translation>{} 到 {}</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>transient tensors</source>
        <translation>临时张量</translation>
    </message>
    <message>
        <source>device context</source>
        <translation>设备上下文</translation>
    </message>
    <message>
        <source>needs more memory than there is</source>
        <translation>所需内存超出可用内存</translation>
    </message>
    <message>
        <source>line {}, column {}</source>
        <translation>第 {} 行第 {} 列</translation>
    </message>
    <message>
        <source>scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>is nested deeper than {} levels at {}</source>
        <translation>在{1}处嵌套超过 {0} 层</translation>
    </message>
    <message>
        <source>has an object of more than {} members at {}</source>
        <translation>在{1}处的对象成员超过 {0} 个</translation>
    </message>
    <message>
        <source>has more than {} values at {}</source>
        <translation>到{1}为止的值超过 {0} 个</translation>
    </message>
    <message>
        <source>is no time</source>
        <translation>不是时间</translation>
    </message>
    <message>
        <source>has no row of a collective: size, count, type, time and both bandwidths</source>
        <translation>没有集合通信的数据行：大小、元素数、类型、时间和两种带宽</translation>
    </message>
    <message>
        <source>Give the table that nccl-tests print</source>
        <translation>请提供 nccl-tests 输出的表格</translation>
    </message>
    <message>
        <source>asks for norms of queries and keys, which are not read for this family</source>
        <translation>要求对查询和键归一化，此系列模型尚不支持读取</translation>
    </message>
    <message>
        <source>asks for biases in latent attention, which are not read</source>
        <translation>要求潜在注意力带偏置，尚不支持读取</translation>
    </message>
    <message>
        <source>gives words another width than layers, which is not read</source>
        <translation>词嵌入宽度与层宽度不同，尚不支持读取</translation>
    </message>
    <message>
        <source>layers that predict further tokens are left out, as the published count leaves them</source>
        <translation>略去预测后续 token 的层，与公布的参数量口径一致</translation>
    </message>
    <message>
        <source>asks for a head of its own, which is not read for encoders</source>
        <translation>要求独立的输出头，编码器尚不支持读取</translation>
    </message>
    <message>
        <source>the file has no head; training is taken to predict masked words with the table</source>
        <translation>文件没有输出头；训练按用词表预测掩码词处理</translation>
    </message>
    <message>
        <source>is 0: an encoder alone is not read</source>
        <translation>为 0：尚不支持读取单独的编码器</translation>
    </message>
    <message>
        <source>state-space layers (Mamba)</source>
        <translation>状态空间层（Mamba）</translation>
    </message>
    <message>
        <source>recurrent layers</source>
        <translation>循环层</translation>
    </message>
    <message>
        <source>convolution layers between the attention layers</source>
        <translation>注意力层之间的卷积层</translation>
    </message>
    <message>
        <source>an encoder of sound</source>
        <translation>声音编码器</translation>
    </message>
    <message>
        <source>layers of several types</source>
        <translation>多种类型的层</translation>
    </message>
    <message>
        <source>the file has none; its class is {}</source>
        <translation>文件未注明；其类为 {}</translation>
    </message>
    <message>
        <source>the file has the longest, {} tokens, and not the one that is trained</source>
        <translation>文件只给出最长序列 {} 个 token，未给出训练所用的长度</translation>
    </message>
    <message>
        <source>the file does not say</source>
        <translation>文件未注明</translation>
    </message>
    <message>
        <source>is not a model that can be planned: {}</source>
        <translation>不是可规划的模型：{}</translation>
    </message>
    <message>
        <source>Give the config.json of a model</source>
        <translation>请提供模型的 config.json</translation>
    </message>
    <message>
        <source>is a model ({}) with {}, which no plan can hold yet</source>
        <translation>是含{1}的模型（{0}），方案目前无法容纳</translation>
    </message>
    <message>
        <source>Plan a model of attention and feed-forward layers in its place</source>
        <translation>请改用由注意力层和前馈层组成的模型</translation>
    </message>
    <message>
        <source>has no model_type: it is not a Hugging Face configuration of a model</source>
        <translation>没有 model_type：不是模型的 Hugging Face 配置</translation>
    </message>
    <message>
        <source>is of the model type &apos;{}&apos;, which is not read</source>
        <translation>模型类型为“{}”，尚不支持读取</translation>
    </message>
    <message>
        <source>Read are {}</source>
        <translation>可读取的有 {}</translation>
    </message>
    <message>
        <source>the file&apos;s weights are quantised, which training does not keep</source>
        <translation>文件中的权重已量化，训练不保留量化</translation>
    </message>
    <message>
        <source>the file leaves it to the class of the model</source>
        <translation>文件将其留给模型类的默认值</translation>
    </message>
    <message>
        <source>is {}, of an image of {}</source>
        <translation>为 {}，而图像为 {}</translation>
    </message>
    <message>
        <source>and num_heads are to name from 1 to 8 stages each, as many</source>
        <translation>与 num_heads 应各列出 1 到 8 个阶段，且数目相同</translation>
    </message>
    <message>
        <source>is not a ratio</source>
        <translation>不是比例</translation>
    </message>
    <message>
        <source>does not divide the width {} of stage {}, or that has no layer</source>
        <translation>不能整除第 {1} 阶段的宽度 {0}，或该阶段没有层</translation>
    </message>
    <message>
        <source>nccl-tests log</source>
        <translation>nccl-tests 日志</translation>
    </message>
    <message>
        <source>nvidia-smi topology</source>
        <translation>nvidia-smi 拓扑</translation>
    </message>
    <message>
        <source>is not a cluster that can be planned for: {}</source>
        <translation>不是可规划的集群：{}</translation>
    </message>
    <message>
        <source>the file does not name it; that of the cluster {}</source>
        <translation>文件未注明；取自集群 {}</translation>
    </message>
    <message>
        <source>the file does not name it; devices of {} have such links</source>
        <translation>文件未注明；{} 的设备具有这种链路</translation>
    </message>
    <message>
        <source>{} of such a device, which the file does not say</source>
        <translation>此类设备为 {}，文件未注明</translation>
    </message>
    <message>
        <source>out of one device over {}, which the file does not say</source>
        <translation>单个设备经 {} 的发送速率，文件未注明</translation>
    </message>
    <message>
        <source>levels join equal numbers of neighbouring devices; NVLinks between others are left out</source>
        <translation>各级链路连接数目相等的相邻设备；其余设备之间的 NVLink 已略去</translation>
    </message>
    <message>
        <source>the file does not list the hosts of all ranks</source>
        <translation>文件未列出所有单卡所在的主机</translation>
    </message>
    <message>
        <source>from the columns and the rates; the file names none</source>
        <translation>由列和速率推断；文件未注明</translation>
    </message>
    <message>
        <source>from the ratio of the two bandwidths</source>
        <translation>由两种带宽之比推断</translation>
    </message>
    <message>
        <source>{} of {} rank(s), {} size(s)</source>
        <translation>{1} 张单卡的 {0}，{2} 种大小</translation>
    </message>
    <message>
        <source>the figures of a preset with the device that the file names, {}</source>
        <translation>采用预设中文件所注明设备 {} 的数据</translation>
    </message>
    <message>
        <source>inside a machine, over {}; the file measures all ranks at once</source>
        <translation>机器内部经 {}；文件测量的是所有单卡同时通信</translation>
    </message>
    <message>
        <source>has no matrix of links, whose head begins with GPU0</source>
        <translation>没有表头以 GPU0 开始的链路矩阵</translation>
    </message>
    <message>
        <source>Give the output of nvidia-smi topo -m</source>
        <translation>请提供 nvidia-smi topo -m 的输出</translation>
    </message>
    <message>
        <source>does not say what joins GPU{} and GPU{}</source>
        <translation>未注明 GPU{} 与 GPU{} 之间的链路</translation>
    </message>
    <message>
        <source>The matrix is cut off: give all of it</source>
        <translation>矩阵不完整：请提供全部内容</translation>
    </message>
    <message>
        <source>says {} of GPU{} to GPU{}, and {} the other way round</source>
        <translation>GPU{1} 到 GPU{2} 为 {0}，反方向却为 {3}</translation>
    </message>
    <message>
        <source>has a row of GPU{}, which its head does not name</source>
        <translation>有 GPU{} 的行，但表头没有该设备</translation>
    </message>
    <message>
        <source>has &apos;{}&apos; for GPU{} and GPU{}, which is not a link</source>
        <translation>GPU{1} 与 GPU{2} 处为“{0}”，不是链路</translation>
    </message>
    <message>
        <source>Links are NV1, NV2, …, PIX, PXB, PHB, NODE, SYS</source>
        <translation>链路有 NV1、NV2、…、PIX、PXB、PHB、NODE、SYS</translation>
    </message>
    <message>
        <source>{} has none of words; training is taken to use the table</source>
        <translation>{} 没有词输出头；训练按使用词表处理</translation>
    </message>
    <message>
        <source>is {}: an encoder alone is not read</source>
        <translation>为 {}：尚不支持读取单独的编码器</translation>
    </message>
    <message>
        <source>{} has no classes</source>
        <translation>{} 没有类别</translation>
    </message>
    <message>
        <source>DeepSpeed&apos;s own where none is said</source>
        <translation>未注明时 DeepSpeed 的默认值</translation>
    </message>
    <message>
        <source>is nested deeper than {} levels, or has more than {} values</source>
        <translation>嵌套超过 {} 层，或含有超过 {} 个值</translation>
    </message>
    <message>
        <source>is larger than {} bytes, or nested deeper than {} levels</source>
        <translation>大于 {} 字节，或嵌套超过 {} 层</translation>
    </message>
    <message>
        <source>is malformed at line {}, column {}: {}</source>
        <translation>第 {} 行第 {} 列格式有误：{}</translation>
    </message>
    <message>
        <source>it is set in {}: import that file in place of this one</source>
        <translation>位于 {} 中，请改为导入该文件</translation>
    </message>
    <message>
        <source>Accelerate&apos;s own where none is said</source>
        <translation>未注明时 Accelerate 的默认值</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, which no plan holds</source>
        <translation>为“{}”，方案无法容纳</translation>
    </message>
    <message>
        <source>Accelerate configuration</source>
        <translation>Accelerate 配置</translation>
    </message>
    <message>
        <source>DeepSpeed configuration</source>
        <translation>DeepSpeed 配置</translation>
    </message>
    <message>
        <source>has no arguments of Megatron-LM</source>
        <translation>没有 Megatron-LM 的参数</translation>
    </message>
    <message>
        <source>Give a script with its flags, or a log that lists the arguments</source>
        <translation>请提供带参数的脚本，或列出参数的日志</translation>
    </message>
    <message>
        <source>Megatron-LM arguments</source>
        <translation>Megatron-LM 参数</translation>
    </message>
    <message>
        <source>is 0, expected -1 or a degree</source>
        <translation>为 0，应为 -1 或并行度</translation>
    </message>
    <message>
        <source>the shards beside it are left to the devices</source>
        <translation>与其并列的分片数由设备数决定</translation>
    </message>
    <message>
        <source>is {}, which is not a multiple of the micro-batch {}</source>
        <translation>为 {}，不是微批次 {} 的倍数</translation>
    </message>
    <message>
        <source>torchtitan configuration</source>
        <translation>torchtitan 配置</translation>
    </message>
    <message>
        <source>the file leaves it to the tokenizer {}</source>
        <translation>文件将其留给分词器 {}</translation>
    </message>
    <message>
        <source>makes no model that can be planned: {}</source>
        <translation>无法构成可规划的模型：{}</translation>
    </message>
    <message>
        <source>no flag says it; the variable {} does</source>
        <translation>没有参数注明；取自变量 {}</translation>
    </message>
    <message>
        <source>Megatron&apos;s own where none is said</source>
        <translation>未注明时 Megatron 的默认值</translation>
    </message>
    <message>
        <source>the file has {}, which its start or a branch decides</source>
        <translation>文件中为 {}，由启动参数或分支决定</translation>
    </message>
    <message>
        <source>the file has &quot;auto&quot;</source>
        <translation>文件中为 &quot;auto&quot;</translation>
    </message>
    <message>
        <source>the file does not describe it; --model names one</source>
        <translation>文件未描述；可用 --model 指定</translation>
    </message>
    <message>
        <source>has degrees of {} device(s) in all, at most {} are planned for</source>
        <translation>各并行度共需 {} 个设备，最多可规划 {} 个</translation>
    </message>
    <message>
        <source>the file has {} device(s), which its degrees do not go into</source>
        <translation>文件注明 {} 个设备，与其并行度不符</translation>
    </message>
    <message>
        <source>the file does not say; --cluster names one</source>
        <translation>文件未注明；可用 --cluster 指定</translation>
    </message>
    <message>
        <source>has degrees of {} device(s), and the cluster has {}</source>
        <translation>各并行度需要 {} 个设备，而集群有 {} 个</translation>
    </message>
    <message>
        <source>Give a cluster of {} device(s)</source>
        <translation>请提供 {} 个设备的集群</translation>
    </message>
    <message>
        <source>Give a cluster of a multiple of {} device(s)</source>
        <translation>请提供设备数为 {} 的倍数的集群</translation>
    </message>
    <message>
        <source>has a global batch of {}, which is not a multiple of the micro-batch {} times {} data-parallel part(s)</source>
        <translation>全局批大小为 {}，不是微批次 {} 乘以数据并行度 {} 的倍数</translation>
    </message>
    <message>
        <source>Give a cluster whose devices go into the batch</source>
        <translation>请提供设备数能整除批大小的集群</translation>
    </message>
    <message>
        <source>has {} micro-batches a step, at most {} are planned for</source>
        <translation>每步有 {} 个微批次，最多可规划 {} 个</translation>
    </message>
    <message>
        <source>puts {} layer(s) into each chunk of {} stage(s), and the model has {}</source>
        <translation>{1} 个阶段的每个分块含 {0} 层，而模型有 {2} 层</translation>
    </message>
    <message>
        <source>cuts {} layer(s) into {} stage(s) of {} chunk(s), which does not go</source>
        <translation>无法将 {} 层切分为 {} 个阶段、每阶段 {} 个分块</translation>
    </message>
    <message>
        <source>Give the model that the file is for</source>
        <translation>请提供该文件所针对的模型</translation>
    </message>
    <message>
        <source>is not a mapping of names to values</source>
        <translation>不是名称到值的映射</translation>
    </message>
    <message>
        <source>has none of the members {}</source>
        <translation>不含成员 {} 中的任何一个</translation>
    </message>
    <message>
        <source>a tensor group of ranks that do not follow each other</source>
        <translation>由不相邻设备组成的张量并行组</translation>
    </message>
    <message>
        <source>shards outside of the copies</source>
        <translation>分片位于副本之外</translation>
    </message>
    <message>
        <source>copies without shards beside tensor or context ranks</source>
        <translation>张量或上下文并行之外使用不分片的副本</translation>
    </message>
    <message>
        <source>a ring whose ranks do not share the states</source>
        <translation>环上设备不分片保存状态的上下文并行</translation>
    </message>
    <message>
        <source>ZeRO-2 or 3 inside a pipeline</source>
        <translation>流水线内的 ZeRO-2 或 ZeRO-3</translation>
    </message>
    <message>
        <source>tensor parallelism or Ulysses inside a pipeline</source>
        <translation>流水线内的张量并行或 Ulysses</translation>
    </message>
    <message>
        <source>an optimizer on the host without ZeRO</source>
        <translation>不用 ZeRO 时将优化器卸载到主机</translation>
    </message>
    <message>
        <source>a model other than a decoder</source>
        <translation>不是纯解码器的模型</translation>
    </message>
    <message>
        <source>tokens that do not divide by the tensor degree times twice the ring&apos;s</source>
        <translation>token 数不能被张量并行度与两倍环并行度之积整除</translation>
    </message>
    <message>
        <source>copies without shards beside another dimension</source>
        <translation>其他并行维度之外使用不分片的副本</translation>
    </message>
    <message>
        <source>tensor parallelism without sequence parallelism</source>
        <translation>不带序列并行的张量并行</translation>
    </message>
    <message>
        <source>{} pipeline stages</source>
        <translation>{} 个流水线阶段</translation>
    </message>
    <message>
        <source>stages of different numbers of blocks ({} to {})</source>
        <translation>各阶段的层块数不同（{} 到 {}）</translation>
    </message>
    <message>
        <source>{}, {}</source>
        <translation>{}，{}</translation>
    </message>
    <message>
        <source>layers with a strategy of their own beside {}</source>
        <translation>与 {} 不同、自有策略的层</translation>
    </message>
    <message>
        <source>recomputation of attention in some layers alone</source>
        <translation>仅部分层重计算注意力</translation>
    </message>
    <message>
        <source>recomputation of some blocks alone</source>
        <translation>仅部分层块重计算</translation>
    </message>
    <message>
        <source>recomputation of other blocks than the first {} of each stage</source>
        <translation>重计算的不是每个阶段的前 {} 个层块</translation>
    </message>
    <message>
        <source>recomputation of other blocks than every {}. of a stage</source>
        <translation>重计算的不是阶段中每第 {} 个层块</translation>
    </message>
    <message>
        <source>unknown target &apos;{}&apos;</source>
        <translation>未知的目标“{}”</translation>
    </message>
    <message>
        <source>one strategy for all layers</source>
        <translation>所有层同一策略</translation>
    </message>
    <message>
        <source>each layer its own strategy</source>
        <translation>每层各自的策略</translation>
    </message>
    <message>
        <source>all blocks or none</source>
        <translation>全部层块或不重计算</translation>
    </message>
    <message>
        <source>the first N blocks of each stage</source>
        <translation>每个阶段的前 N 个层块</translation>
    </message>
    <message>
        <source>every n-th block of a stage</source>
        <translation>阶段中每第 n 个层块</translation>
    </message>
    <message>
        <source>any blocks</source>
        <translation>任意层块</translation>
    </message>
    <message>
        <source>any cut</source>
        <translation>任意切分</translation>
    </message>
    <message>
        <source>any cut, a block in each stage</source>
        <translation>任意切分，每阶段至少一个层块</translation>
    </message>
    <message>
        <source>equally many blocks per stage</source>
        <translation>每阶段层块数相同</translation>
    </message>
    <message>
        <source>{} runs a patch merging with the strategy of the layer before it, which is not searched</source>
        <translation>{} 的图块合并层沿用前一层的策略，搜索不支持这种约束</translation>
    </message>
    <message>
        <source>Search without the target, or another model</source>
        <translation>请不指定目标再搜索，或换一个模型</translation>
    </message>
    <message>
        <source>{} runs none of the schedules</source>
        <translation>{} 不支持所给的任何一种调度</translation>
    </message>
    <message>
        <source>It runs {}</source>
        <translation>它支持 {}</translation>
    </message>
    <message>
        <source>{} does not run {}</source>
        <translation>{} 不支持：{}</translation>
    </message>
    <message>
        <source>Choose another model, or another target</source>
        <translation>请换一个模型或目标</translation>
    </message>
    <message>
        <source>{} cannot run: {}</source>
        <translation>{} 无法运行：{}</translation>
    </message>
    <message>
        <source>No plan that it runs fits</source>
        <translation>它能运行的方案都放不下</translation>
    </message>
    <message>
        <source>the best plan that it runs takes {} per step, as long as this one</source>
        <translation>它能运行的最优方案每步 {}，与本方案相同</translation>
    </message>
    <message>
        <source>the best plan that it runs takes {} per step, {} % more than this one</source>
        <translation>它能运行的最优方案每步 {}，比本方案多 {}%</translation>
    </message>
    <message>
        <source>the best plan that it runs takes {} per step, {} % less than this one</source>
        <translation>它能运行的最优方案每步 {}，比本方案少 {}%</translation>
    </message>
    <message>
        <source>multi-latent attention</source>
        <translation>多头潜在注意力（MLA）</translation>
    </message>
    <message>
        <source>{} has none of the dimensions</source>
        <translation>{} 不支持所给的任何并行维度</translation>
    </message>
    <message>
        <source>is {}, which is not a multiple of {}</source>
        <translation>为 {}，不是 {} 的倍数</translation>
    </message>
    <message>
        <source>is not a law of b, l and c: {}</source>
        <translation>不是 b、l、c 的规律：{}</translation>
    </message>
    <message>
        <source>has {} element(s), expected {}</source>
        <translation>有 {} 个元素，应为 {} 个</translation>
    </message>
    <message>
        <source>the cluster {} says nothing of its hosts</source>
        <translation>集群 {} 未说明其主机</translation>
    </message>
    <message>
        <source>Choose one whose file has a &quot;host&quot;</source>
        <translation>请选择文件中含有 &quot;host&quot; 的集群</translation>
    </message>
    <message>
        <source>no segment fits: a layer with its gradient and its neighbour needs more than the {} that a device has</source>
        <translation>没有段放得下：一层连同其梯度和相邻层需要的超过设备所有的 {}</translation>
    </message>
    <message>
        <source>Accelerate configuration with DeepSpeed</source>
        <translation>使用 DeepSpeed 的 Accelerate 配置</translation>
    </message>
    <message>
        <source>Accelerate configuration with Megatron-LM</source>
        <translation>使用 Megatron-LM 的 Accelerate 配置</translation>
    </message>
    <message>
        <source>Train with another precision, optimizer or choice of parameters, or choose another target</source>
        <translation>请改用其他精度、优化器或训练对象，或选择其他目标</translation>
    </message>
    <message>
        <source>whole copies with gradients of 32 bits beside weights of 16</source>
        <translation>完整副本的权重为 16 位而梯度为 32 位</translation>
    </message>
    <message>
        <source>a model other than GPT-2</source>
        <translation>不是 GPT-2 的模型</translation>
    </message>
    <message>
        <source>multi-latent attention inside a pipeline</source>
        <translation>流水线中的多头潜在注意力</translation>
    </message>
    <message>
        <source>experts spread over ranks that do not divide the shards</source>
        <translation>专家并行度不能整除分片所在的设备数</translation>
    </message>
    <message>
        <source>the model {}</source>
        <translation>模型 {}</translation>
    </message>
    <message>
        <source>numbers in {}</source>
        <translation>{} 数值格式</translation>
    </message>
    <message>
        <source>gradients of 16 bits</source>
        <translation>16 位梯度</translation>
    </message>
    <message>
        <source>a tensor group whose size is not a power of two</source>
        <translation>张量并行组的大小不是 2 的幂</translation>
    </message>
    <message>
        <source>{}; gradients of {} bits; {}</source>
        <translation>{}；梯度 {} 位；{}</translation>
    </message>
    <message>
        <source>dimensions</source>
        <translation>维度</translation>
    </message>
    <message>
        <source>strategies</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>schedules</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>trains in</source>
        <translation>训练精度</translation>
    </message>
    <message>
        <source>models</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>keeps</source>
        <translation>自留</translation>
    </message>
    <message>
        <source>{} per device</source>
        <translation>每设备 {}</translation>
    </message>
    <message>
        <source>Seq1F1B</source>
        <translation>Seq1F1B</translation>
    </message>
    <message>
        <source>t / slices</source>
        <translation>t / 切片数</translation>
    </message>
    <message>
        <source>TeraPipe</source>
        <translation>TeraPipe</translation>
    </message>
    <message>
        <source>&quot;{}&quot; is not a number of slices</source>
        <translation>“{}”不是切片数</translation>
    </message>
    <message>
        <source>Slices per micro-batch are a number from 1 to {}, as in seq1f1b:4</source>
        <translation>每个微批次的切片数为 1 到 {} 的整数，例如 seq1f1b:4</translation>
    </message>
    <message>
        <source>The schedule has no slices</source>
        <translation>该调度没有切片</translation>
    </message>
    <message>
        <source>{} slice(s) of {} tokens together, in place of {} of {}</source>
        <translation>有 {} 个切片，共 {} 个 token，而应为 {} 个切片、{} 个 token</translation>
    </message>
    <message>
        <source>only sequences of a causal decoder are cut into slices, each of at least one token</source>
        <translation>只有因果解码器的序列才能切成切片，且每片至少一个 token</translation>
    </message>
    <message>
        <source>no plan of this space: each host has the whole model in {} and sums every step</source>
        <translation>不是此空间的方案：每台主机以 {} 保存整个模型，每步求和</translation>
    </message>
    <message>
        <source>the model has {} layers; segments are found of {} at most</source>
        <translation>模型有 {} 层；最多可为 {} 层求分段</translation>
    </message>
    <message>
        <source>the model needs {} of each host, which has {}</source>
        <translation>模型需要每台主机 {}，而主机有 {}</translation>
    </message>
    <message>
        <source>slices keep their tensors on the device: only those of whole micro-batches are swapped</source>
        <translation>切片的激活留在设备上：只有整个微批次的激活才会换出</translation>
    </message>
    <message>
        <source>{} heads cannot be shared out to {} devices</source>
        <translation>{} 个注意力头无法平分到 {} 台设备</translation>
    </message>
    <message>
        <source>Give a tensor degree that divides the heads</source>
        <translation>请给出能整除注意力头数的张量并行度</translation>
    </message>
    <message>
        <source>{} stages are more than the model&apos;s {} blocks</source>
        <translation>{} 个阶段多于模型的 {} 个块</translation>
    </message>
    <message>
        <source>Give fewer stages</source>
        <translation>请减少阶段数</translation>
    </message>
    <message>
        <source>{} devices are more than the cluster&apos;s {}</source>
        <translation>{} 台设备多于集群的 {} 台</translation>
    </message>
    <message>
        <source>Give lower degrees, or a larger cluster</source>
        <translation>请降低并行度，或换更大的集群</translation>
    </message>
    <message>
        <source>Structured pruning of {} makes nothing more than {}× as fast: launches and the latency of exchanges stay</source>
        <translation>结构化剪枝 {} 至多使速度达到 {} 倍：启动开销与通信延迟不变</translation>
    </message>
    <message>
        <source>Unstructured pruning gains no time: dense kernels read and multiply the zeros</source>
        <translation>非结构化剪枝不省时间：稠密算子照样读取并计算这些零</translation>
    </message>
    <message>
        <source>Its memory is {}× smaller only where the weights are kept behind a bitmap</source>
        <translation>只有以位图存放权重时，显存才缩小到 1/{}</translation>
    </message>
    <message>
        <source>It gains no memory either: a bitmap takes more than the weights that are gone</source>
        <translation>显存也不省：位图比去掉的权重还大</translation>
    </message>
    <message>
        <source>2:4 sparsity speeds up what is bound by bandwidth by its bytes, {}×; where products bound, {}× is charged, as measured end to end (ViT-h), of at most {}×</source>
        <translation>受带宽限制处，2:4 稀疏按字节数加速 {} 倍；受矩阵乘限制处按端到端实测（ViT-h）计 {} 倍，上限为 {} 倍</translation>
    </message>
    <message>
        <source>It shrinks neither the cache nor what devices exchange</source>
        <translation>它既不缩小缓存，也不减少设备间的通信</translation>
    </message>
    <message>
        <source>Beside bf16 on as many devices: first token {}×, token {}×, tokens per second {}× as fast, weights {}× smaller</source>
        <translation>与同样多设备上的 bf16 相比：首 token 快 {} 倍，每 token 快 {} 倍，每秒 token 数为 {} 倍，权重为 1/{}</translation>
    </message>
    <message>
        <source>The device has no 8-bit products: FP8 weights are expanded and computed in 16 bits</source>
        <translation>该设备没有 8 位矩阵乘：FP8 权重展开后以 16 位计算</translation>
    </message>
    <message>
        <source>Weights of {} bits are expanded and computed in 16 bits: where products bound, as in long prompts and large batches, they gain nothing</source>
        <translation>{} 位权重展开后以 16 位计算：受矩阵乘限制时（长提示、大批次）没有收益</translation>
    </message>
    <message>
        <source>What lower precision and pruning cost in quality is not predicted</source>
        <translation>低精度与剪枝造成的质量损失不在预测之列</translation>
    </message>
    <message>
        <source>{} has layers of kind &apos;{}&apos;, which generate no tokens</source>
        <translation>{} 含有“{}”类的层，不生成 token</translation>
    </message>
    <message>
        <source>Serving is worked out of causal decoders</source>
        <translation>部署只针对因果解码器计算</translation>
    </message>
    <message>
        <source>{} has no causal decoder: it generates no tokens</source>
        <translation>{} 没有因果解码器，不生成 token</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a share of at least 0 and less than 1</source>
        <translation>“{}”不是从 0 到小于 1 的比例</translation>
    </message>
    <message>
        <source>Give the share of weights that are gone, as in structured:0.3</source>
        <translation>请给出去掉的权重比例，例如 structured:0.3</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a kind of pruning</source>
        <translation>“{}”不是一种剪枝方式</translation>
    </message>
    <message>
        <source>Give none, 2:4, structured:0.3 or unstructured:0.7</source>
        <translation>请给出 none、2:4、structured:0.3 或 unstructured:0.7</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a weight format</source>
        <translation>“{}”不是一种权重格式</translation>
    </message>
    <message>
        <source>Give bf16, fp8, int8, int4:128 or int4:64-2:4</source>
        <translation>请给出 bf16、fp8、int8、int4:128 或 int4:64-2:4</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a kind of measured row</source>
        <translation>“{}”不是一种实测行</translation>
    </message>
    <message>
        <source>{} has no transformer layers to put adapters into</source>
        <translation>{} 没有可放入适配器的 Transformer 层</translation>
    </message>
    <message>
        <source>the last tier loses what it has: nothing could be loaded</source>
        <translation>最后一级存储掉电即失，无从加载</translation>
    </message>
    <message>
        <source>Name last what keeps its content without power, as flash does</source>
        <translation>请把掉电不失的存储（如闪存）列在最后</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, which is not a layout</source>
        <translation>是“{}”，不是任何布局</translation>
    </message>
    <message>
        <source>Put the programme that was solved beside the solution, with its name and .mps</source>
        <translation>请把所求解的规划放在解文件旁边，同名并以 .mps 结尾</translation>
    </message>
    <message>
        <source>Programme for solvers</source>
        <translation>求解器用的规划</translation>
    </message>
    <message>
        <source>the schedule {} is not a linear programme: its stages have chunks or slices, or its backwards two parts</source>
        <translation>调度 {} 不是线性规划：它的流水级含有分块或切片，或其反向分为两部分</translation>
    </message>
    <message>
        <source>Take a plan of gpipe or 1f1b</source>
        <translation>请使用 gpipe 或 1f1b 的方案</translation>
    </message>
    <message>
        <source>no strategy of the space is legal for every layer</source>
        <translation>空间中没有对每一层都合法的策略</translation>
    </message>
    <message>
        <source>Plan again with more dimensions</source>
        <translation>请用更多维度重新规划</translation>
    </message>
    <message>
        <source>column x_{}_{}_{} is of another programme, or a second of its layer</source>
        <translation>列 x_{}_{}_{} 属于另一个规划，或是该层的第二列</translation>
    </message>
    <message>
        <source>Give the solution of the programme beside it</source>
        <translation>请给出旁边那个规划的解</translation>
    </message>
    <message>
        <source>layer {} has no column that is 1</source>
        <translation>第 {} 层没有取值为 1 的列</translation>
    </message>
    <message>
        <source>layer {} cannot be on stage {}</source>
        <translation>第 {} 层不能放在流水级 {} 上</translation>
    </message>
    <message>
        <source>Give a solution that is feasible</source>
        <translation>请给出可行的解</translation>
    </message>
    <message>
        <source>{} of {} stages have layers</source>
        <translation>{1} 个流水级中只有 {0} 个含有层</translation>
    </message>
    <message>
        <source>no programme that pgram export --to mps wrote: its plan is missing</source>
        <translation>不是 pgram export --to mps 写出的规划：其中缺少方案</translation>
    </message>
    <message>
        <source>Keep the comments at its top</source>
        <translation>请保留文件开头的注释</translation>
    </message>
    <message>
        <source>the method {} scores no samples</source>
        <translation>方法 {} 不给样本评分</translation>
    </message>
    <message>
        <source>Give annealing, random, auto-map or q-ensemble</source>
        <translation>请给出 annealing、random、auto-map 或 q-ensemble</translation>
    </message>
    <message>
        <source>{} seeds</source>
        <translation>{} 个种子</translation>
    </message>
    <message>
        <source>Auto-MAP</source>
        <translation>Auto-MAP</translation>
    </message>
    <message>
        <source>Learns to make Joint&apos;s plans decision by decision, double DQN, two thousand plans unless told otherwise.</source>
        <translation>逐个决策地学习构造 Joint 的方案，双 DQN，除另有指定外评分两千个方案。</translation>
    </message>
    <message>
        <source>Weighted Q-ensemble</source>
        <translation>加权 Q 集成</translation>
    </message>
    <message>
        <source>Auto-MAP with six learners of unlike settings that weigh each other&apos;s proposals, two thousand plans unless told otherwise.</source>
        <translation>Auto-MAP，由六个设置不同的学习者互相评判提议，除另有指定外评分两千个方案。</translation>
    </message>
    <message>
        <source>has a formula of more than {} characters</source>
        <translation>公式超过 {} 个字符</translation>
    </message>
    <message>
        <source>has a formula whose value is not a number: {}</source>
        <translation>公式的值不是数：{}</translation>
    </message>
    <message>
        <source>has a formula that cannot be read at character {}: {}</source>
        <translation>公式在第 {} 个字符处无法读取：{}</translation>
    </message>
    <message>
        <source>has a formula with an unknown figure: {}</source>
        <translation>公式中有未知的数值：{}</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;: lower-case letters, digits, - and _ alone</source>
        <translation>是“{}”：只能用小写字母、数字、- 与 _</translation>
    </message>
    <message>
        <source>has to have one of strategy, microbatches, batch, schedule and cut</source>
        <translation>须有 strategy、microbatches、batch、schedule 与 cut 之一</translation>
    </message>
    <message>
        <source>has a scenario and a file: one of them</source>
        <translation>既有 scenario 又有 file：只能有其一</translation>
    </message>
    <message>
        <source>is outside the lesson&apos;s folder: {}</source>
        <translation>在课程的文件夹之外：{}</translation>
    </message>
    <message>
        <source>are fewer than two</source>
        <translation>少于两个</translation>
    </message>
    <message>
        <source>have to begin with one that has a plan</source>
        <translation>须从带有方案的一步开始</translation>
    </message>
    <message>
        <source>has a text before its first heading</source>
        <translation>第一个标题之前有文字</translation>
    </message>
    <message>
        <source>has a step without a title: ## {}</source>
        <translation>有没有标题的步骤：## {}</translation>
    </message>
    <message>
        <source>has a part outside of a step: ### {}</source>
        <translation>有不在步骤中的部分：### {}</translation>
    </message>
    <message>
        <source>has an unknown part: ### {}</source>
        <translation>有未知的部分：### {}</translation>
    </message>
    <message>
        <source>has a choice without a name: - {}</source>
        <translation>有没有名称的选项：- {}</translation>
    </message>
    <message>
        <source>has a part twice: {}</source>
        <translation>有重复的部分：{}</translation>
    </message>
    <message>
        <source>there is no view &apos;{}&apos;</source>
        <translation>没有名为“{}”的视图</translation>
    </message>
    <message>
        <source>no plan: {}</source>
        <translation>没有方案：{}</translation>
    </message>
    <message>
        <source>the summary below the title is missing</source>
        <translation>缺少标题下的摘要</translation>
    </message>
    <message>
        <source>the text of &apos;{}&apos; is missing</source>
        <translation>缺少“{}”的文字</translation>
    </message>
    <message>
        <source>two steps are called &apos;{}&apos;</source>
        <translation>有两个步骤都叫“{}”</translation>
    </message>
    <message>
        <source>there is no step &apos;{}&apos;</source>
        <translation>没有名为“{}”的步骤</translation>
    </message>
    <message>
        <source>leads back to &apos;{}&apos;: the lesson has no end</source>
        <translation>回到了“{}”：课程没有终点</translation>
    </message>
    <message>
        <source>no step leads to &apos;{}&apos;</source>
        <translation>没有步骤通向“{}”</translation>
    </message>
    <message>
        <source>there is no {} {}: the plan has {}</source>
        <translation>没有 {} {}：方案有 {} 个</translation>
    </message>
    <message>
        <source>a place needs a view</source>
        <translation>位置需要一个视图</translation>
    </message>
    <message>
        <source>holds before anything is done: {}</source>
        <translation>在做任何事之前就已成立：{}</translation>
    </message>
    <message>
        <source>does not fulfil the condition: {}</source>
        <translation>不满足条件：{}</translation>
    </message>
    <message>
        <source>No plan was found</source>
        <translation>没有找到方案</translation>
    </message>
    <message>
        <source>No earlier step has a plan</source>
        <translation>之前没有方案</translation>
    </message>
    <message>
        <source>the step has no plan, and none before it</source>
        <translation>该步没有方案，之前也没有</translation>
    </message>
    <message>
        <source>has {} that do not close</source>
        <translation>有未闭合的 {}</translation>
    </message>
    <message>
        <source>has an unknown unit: {}</source>
        <translation>有未知的单位：{}</translation>
    </message>
    <message>
        <source>has {} right answers</source>
        <translation>有 {} 个正确答案</translation>
    </message>
    <message>
        <source>has an order with two equal choices</source>
        <translation>排序中有两个相等的选项</translation>
    </message>
    <message>
        <source>seconds per step, simulated</source>
        <translation>每步秒数，模拟得出</translation>
    </message>
    <message>
        <source>samples per second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>share of the peak that the model&apos;s FLOP reach</source>
        <translation>模型的 FLOP 达到峰值的比例</translation>
    </message>
    <message>
        <source>share of the devices&apos; time that is idle in the pipeline</source>
        <translation>流水线中设备空闲时间的比例</translation>
    </message>
    <message>
        <source>seconds per step of the stage that exposes most</source>
        <translation>暴露最多的阶段每步的秒数</translation>
    </message>
    <message>
        <source>1 where every stage is within the budget</source>
        <translation>各阶段都在预算内时为 1</translation>
    </message>
    <message>
        <source>1 where every layer may run as it is told</source>
        <translation>各层都可按所定运行时为 1</translation>
    </message>
    <message>
        <source>bytes per device of the fullest stage</source>
        <translation>最满阶段每台设备的字节数</translation>
    </message>
    <message>
        <source>bytes per device that a plan may use</source>
        <translation>方案在每台设备上可用的字节数</translation>
    </message>
    <message>
        <source>bytes per device, fullest stage</source>
        <translation>每台设备的字节数，最满阶段</translation>
    </message>
    <message>
        <source>bytes per device, fullest stage, all micro-batches in flight</source>
        <translation>每台设备的字节数，最满阶段，含所有在途微批次</translation>
    </message>
    <message>
        <source>seconds per micro-batch of the slowest stage</source>
        <translation>最慢阶段每个微批次的秒数</translation>
    </message>
    <message>
        <source>how much slower the slowest stage is than the mean, as a share</source>
        <translation>最慢阶段比平均慢多少，为比例</translation>
    </message>
    <message>
        <source>bytes that all devices send per step to sum gradients</source>
        <translation>所有设备每步为求和梯度发送的字节数</translation>
    </message>
    <message>
        <source>bytes that all devices send per step to gather weights</source>
        <translation>所有设备每步为收集权重发送的字节数</translation>
    </message>
    <message>
        <source>bytes that all devices send per step in tensor groups</source>
        <translation>所有设备每步在张量并行组内发送的字节数</translation>
    </message>
    <message>
        <source>bytes that all devices send per step between stages</source>
        <translation>所有设备每步在阶段之间发送的字节数</translation>
    </message>
    <message>
        <source>stages of the pipeline</source>
        <translation>流水线的阶段数</translation>
    </message>
    <message>
        <source>chunks of a stage</source>
        <translation>每个阶段的块数</translation>
    </message>
    <message>
        <source>micro-batches per step</source>
        <translation>每步的微批次数</translation>
    </message>
    <message>
        <source>samples per step</source>
        <translation>每步的样本数</translation>
    </message>
    <message>
        <source>tokens per sample</source>
        <translation>每个样本的 token 数</translation>
    </message>
    <message>
        <source>layers of the model</source>
        <translation>模型的层数</translation>
    </message>
    <message>
        <source>parameters of the model</source>
        <translation>模型的参数量</translation>
    </message>
    <message>
        <source>devices of the cluster</source>
        <translation>集群的设备数</translation>
    </message>
    <message>
        <source>bytes per device</source>
        <translation>每台设备的字节数</translation>
    </message>
    <message>
        <source>largest tensor-parallel degree of a layer</source>
        <translation>各层最大的张量并行度</translation>
    </message>
    <message>
        <source>largest data-parallel degree of a layer</source>
        <translation>各层最大的数据并行度</translation>
    </message>
    <message>
        <source>highest ZeRO stage of a layer</source>
        <translation>各层最高的 ZeRO 阶段</translation>
    </message>
    <message>
        <source>largest context-parallel degree of a layer</source>
        <translation>各层最大的上下文并行度</translation>
    </message>
    <message>
        <source>layers that are recomputed</source>
        <translation>重计算的层数</translation>
    </message>
    <message>
        <source>layers whose weights are sharded (ZeRO-3)</source>
        <translation>权重被切分（ZeRO-3）的层数</translation>
    </message>
    <message>
        <source>layers that leave kept tensors or optimizer states in host memory</source>
        <translation>把保留的张量或优化器状态留在主机内存的层数</translation>
    </message>
    <message>
        <source>lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>is for the kind &apos;convolution&apos; only</source>
        <translation>只用于种类 &apos;convolution&apos;</translation>
    </message>
    <message>
        <source>is {}, which does not divide by the kernel {}</source>
        <translation>为 {}，不能被卷积核 {} 整除</translation>
    </message>
    <message>
        <source>asks for an input of {} to a side, at most {} are planned for</source>
        <translation>要求边长为 {} 的输入，最多支持 {}</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, expected a run of convolutions before the last run, with only convolutions since</source>
        <translation>为“{}”，应为上一组之前的一组卷积层，且其后都是卷积层</translation>
    </message>
    <message>
        <source>asks for one layer in this run and in the run behind &apos;{}&apos;</source>
        <translation>要求本组以及“{}”之后的一组都只有一层</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, whose {} channels of {} to a side do not fit here</source>
        <translation>为“{}”，其 {} 个通道、边长 {} 的特征图与此处不符</translation>
    </message>
    <message>
        <source>asks for a map of {} to a side in front, but the run before it writes {}</source>
        <translation>要求前面的特征图边长为 {}，但前一组写出的是 {}</translation>
    </message>
    <message>
        <source>{} has layers that share parameters or skips between layers: segments would hold them beside their own, which is not planned</source>
        <translation>{} 含有共享参数的层或跨层连接：各段须另外持有它们，这里没有规划</translation>
    </message>
    <message>
        <source>Choose another model</source>
        <translation>请选择其他模型</translation>
    </message>
    <message>
        <source>layers that share parameters</source>
        <translation>共享参数的层</translation>
    </message>
    <message>
        <source>skips between layers</source>
        <translation>跨层连接</translation>
    </message>
    <message>
        <source>is {}: layers that share several sets of parameters are not read</source>
        <translation>为 {}：不支持各层共享多组参数</translation>
    </message>
    <message>
        <source>layers of {} share parameters, so they must run alike: the linear programme cannot say that</source>
        <translation>{} 的各层共享参数，须以相同方式运行：线性规划无法表达这一点</translation>
    </message>
    <message>
        <source>Take a plan of another model</source>
        <translation>请改用其他模型的方案</translation>
    </message>
    <message>
        <source>Ask for one stage</source>
        <translation>请只要求一个阶段</translation>
    </message>
    <message>
        <source>{} layers share one set of parameters: {} stages would each have a copy and sum its gradients between them, which is not planned</source>
        <translation>{} 层共享一组参数：{} 个阶段须各持一份并在彼此之间对梯度求和，这里没有规划</translation>
    </message>
    <message>
        <source>layers that share parameters run alike, but for what they keep</source>
        <translation>共享参数的各层除保留的张量外须以相同方式运行</translation>
    </message>
    <message>
        <source>no file of {} is written: it is planned for alone</source>
        <translation>不写出 {} 的文件：只为它规划</translation>
    </message>
    <message>
        <source>It takes no plan but the arguments of a script of one&apos;s own; known are {}</source>
        <translation>它不读取方案，方案只是自己脚本的参数；已知的有 {}</translation>
    </message>
    <message>
        <source>is {}: {}</source>
        <translation>是 {}：{}</translation>
    </message>
    <message>
        <source>historical layouts of tensor groups: grids (2D, 2.5D), cubes (3D), rings</source>
        <translation>张量组的历史布局：网格（2D、2.5D）、立方体（3D）、环</translation>
    </message>
    <message>
        <source>{} devices are no cube</source>
        <translation>{} 个设备不能排成立方体</translation>
    </message>
    <message>
        <source>{} devices are no square</source>
        <translation>{} 个设备不能排成正方形</translation>
    </message>
    <message>
        <source>{} devices are not {} squares</source>
        <translation>{} 个设备不能排成 {} 个正方形</translation>
    </message>
    <message>
        <source>the {} devices of a grid, a cube or a ring follow each other</source>
        <translation>网格、立方体或环的 {} 个设备必须彼此相邻</translation>
    </message>
    <message>
        <source>{} is not there beside a grid, a cube or a ring</source>
        <translation>{} 不与网格、立方体或环并用</translation>
    </message>
    <message>
        <source>slices of tokens are not there beside a grid, a cube or a ring</source>
        <translation>token 切片不与网格、立方体或环并用</translation>
    </message>
    <message>
        <source>a layer of this kind is not laid out over a grid, a cube or a ring of {}</source>
        <translation>这种层不能布置在 {} 个设备的网格、立方体或环上</translation>
    </message>
    <message>
        <source>{} sample(s) of a micro-batch do not divide by the {} parts of the tensor group</source>
        <translation>微批次的 {} 个样本不能被张量组的 {} 份整除</translation>
    </message>
    <message>
        <source>a width of {} does not divide by {} parts of the tensor group</source>
        <translation>宽度 {} 不能被张量组的 {} 份整除</translation>
    </message>
    <message>
        <source>ZeRO beside a ring of self-attention</source>
        <translation>ZeRO 与环形自注意力并用</translation>
    </message>
    <message>
        <source>mixtures of experts</source>
        <translation>混合专家</translation>
    </message>
    <message>
        <source>&apos;pgram {}&apos; names all</source>
        <translation>“pgram {}”列出全部</translation>
    </message>
    <message>
        <source>has to have one of stage, layer, cut, device and view</source>
        <translation>必须有 stage、layer、cut、device 和 view 之一</translation>
    </message>
    <message>
        <source>is a programme over layers by hand, of one stage and at most {} layers</source>
        <translation>是手算的逐层动态规划：一个阶段，最多 {} 层</translation>
    </message>
    <message>
        <source>is a programme over layers by hand, of at most {} strategies</source>
        <translation>是手算的逐层动态规划：最多 {} 种策略</translation>
    </message>
    <message>
        <source>has another answer when the task is done: name figures of the start</source>
        <translation>任务完成后答案会变：请用本步开始时的指标（start.）</translation>
    </message>
    <message>
        <source>has a table of an unknown plan: {}</source>
        <translation>有一个表属于未知的方案：{}</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory bandwidth</source>
        <translation>显存带宽</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>All leaves</source>
        <translation>所有叶子</translation>
    </message>
    <message>
        <source>Without DP and SDP in one tree</source>
        <translation>同一棵树中不混用 DP 与 SDP</translation>
    </message>
    <message>
        <source>… with and without recomputation</source>
        <translation>……加上有无重计算</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Strategy before</source>
        <translation>之前的策略</translation>
    </message>
    <message>
        <source>before {}</source>
        <translation>{} 之前</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>秒</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>占用</translation>
    </message>
    <message>
        <source>has no walk of Galvatron-BMW: it has one stage, or nothing fits</source>
        <translation>没有 Galvatron-BMW 的平衡迭代：只有一个阶段，或者什么都放不下</translation>
    </message>
    <message>
        <source>Layers of the stages</source>
        <translation>各阶段层数</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>models by year: what weights and training need, in devices of the plan</source>
        <translation>各年份的模型：权重与训练的需求，折合成方案的设备数</translation>
    </message>
    <message>
        <source>the devices of the clusters that are shipped</source>
        <translation>随附集群的设备</translation>
    </message>
    <message>
        <source>layer strategies of the paper&apos;s decision trees, by number of devices</source>
        <translation>论文决策树的层策略数，按设备数</translation>
    </message>
    <message>
        <source>seconds and bytes of each layer under each strategy; (n): of the first n</source>
        <translation>每层在每种策略下的秒数与字节；(n)：前 n 层</translation>
    </message>
    <message>
        <source>seconds of the re-layout between two layers, by their strategies</source>
        <translation>两层之间重排布的秒数，按各自的策略</translation>
    </message>
    <message>
        <source>the dynamic programme without memory, layer by strategy; (n): the first n layers</source>
        <translation>不计显存的动态规划，层与策略；(n)：前 n 层</translation>
    </message>
    <message>
        <source>the dynamic programme within the budget: the labels of the last layer; (n): of layer n</source>
        <translation>显存预算之内的动态规划：最后一层的标签；(n)：第 n 层</translation>
    </message>
    <message>
        <source>the cuts that Galvatron-BMW walks through for the plan&apos;s question</source>
        <translation>Galvatron-BMW 针对方案的问题经过的切分</translation>
    </message>
    <message>
        <source>which training frameworks can run the plan, and what they refuse of it</source>
        <translation>哪些训练框架能运行方案，以及它们不能运行其中的什么</translation>
    </message>
    <message>
        <source>has an unknown table: {}</source>
        <translation>有未知的表：{}</translation>
    </message>
    <message>
        <source>has a table with an argument that is not a number: {}</source>
        <translation>有一个表的参数不是数字：{}</translation>
    </message>
    <message>
        <source>bytes per device, fullest stage, while a layer&apos;s backward runs</source>
        <translation>每台设备的字节数，最满的阶段，仅在某层反向期间</translation>
    </message>
    <message>
        <source>bytes per device that wait in host memory, stage with most</source>
        <translation>每台设备放在主机内存中的字节数，最多的阶段</translation>
    </message>
    <message>
        <source>α_t, the balance of the stages&apos; times: 1 - largest/sum</source>
        <translation>α_t，各阶段时间的平衡：1 - 最大值/总和</translation>
    </message>
    <message>
        <source>α_m, the balance of the stages&apos; memory: 1 - largest/sum</source>
        <translation>α_m，各阶段显存的平衡：1 - 最大值/总和</translation>
    </message>
    <message>
        <source>seconds per step that activations are laid out anew between unlike layers</source>
        <translation>每步在不同策略的层之间重排布激活的秒数</translation>
    </message>
    <message>
        <source>bytes that all devices send per step around context-parallel rings</source>
        <translation>所有设备每步在上下文并行环上发送的字节数</translation>
    </message>
    <message>
        <source>bytes that all devices copy per step to host memory and back</source>
        <translation>所有设备每步与主机内存往返复制的字节数</translation>
    </message>
    <message>
        <source>values of a token between two layers (h), widest layer</source>
        <translation>两层之间一个 token 的数值个数（h），取最宽的层</translation>
    </message>
    <message>
        <source>attention heads of a layer (a)</source>
        <translation>一层的注意力头数（a）</translation>
    </message>
    <message>
        <source>parameters that one token goes through</source>
        <translation>一个 token 经过的参数</translation>
    </message>
    <message>
        <source>experts of a layer</source>
        <translation>一层的专家数</translation>
    </message>
    <message>
        <source>experts of a layer that one token goes through</source>
        <translation>一个 token 在一层中经过的专家数</translation>
    </message>
    <message>
        <source>peak FLOP per second of a device, in the plan&apos;s precision</source>
        <translation>一台设备在方案精度下每秒的峰值 FLOP</translation>
    </message>
    <message>
        <source>bytes per second of a device&apos;s memory</source>
        <translation>设备显存每秒的字节</translation>
    </message>
    <message>
        <source>bytes per second out of a device to its nearest neighbours, peak</source>
        <translation>一台设备向最近的设备每秒发送的字节数，峰值</translation>
    </message>
    <message>
        <source>bytes per second out of a device to the farthest ones, peak</source>
        <translation>一台设备向最远的设备每秒发送的字节数，峰值</translation>
    </message>
    <message>
        <source>layer strategies that the decision tree of the plan&apos;s space keeps</source>
        <translation>方案的空间的决策树保留的层策略数</translation>
    </message>
    <message>
        <source>layer strategies of that tree before anything is pruned</source>
        <translation>该树剪枝之前的层策略数</translation>
    </message>
    <message>
        <source>1 where Megatron-LM can run the plan</source>
        <translation>1 表示 Megatron-LM 能运行方案</translation>
    </message>
    <message>
        <source>layer strategies of the plan, each counted once</source>
        <translation>方案中不同的层策略数</translation>
    </message>
    <message>
        <source>layers with a tensor group</source>
        <translation>有张量并行组的层数</translation>
    </message>
    <message>
        <source>largest expert-parallel degree of a layer</source>
        <translation>各层中最大的专家并行度</translation>
    </message>
    <message>
        <source>fewest devices that serve the model, weights in BF16</source>
        <translation>能部署该模型的最少设备数，BF16 权重</translation>
    </message>
    <message>
        <source>bytes of weights on each of them, fullest device</source>
        <translation>其中每台设备的权重字节数，最满的设备</translation>
    </message>
    <message>
        <source>bytes of keys and values of one sequence on each of them</source>
        <translation>其中每台设备上一个序列的键与值的字节数</translation>
    </message>
    <message>
        <source>sequences that fit on them at once</source>
        <translation>它们同时放得下的序列数</translation>
    </message>
    <message>
        <source>seconds on them until one prompt&apos;s first token</source>
        <translation>它们处理一个提示到首 token 的秒数</translation>
    </message>
    <message>
        <source>seconds on them for a token of one sequence</source>
        <translation>它们为一个序列生成一个 token 的秒数</translation>
    </message>
    <message>
        <source>fewest devices that serve the model, weights in INT4</source>
        <translation>能部署该模型的最少设备数，INT4 权重</translation>
    </message>
    <message>
        <source>bytes of INT4 weights on each of them, fullest device</source>
        <translation>其中每台设备的 INT4 权重字节数，最满的设备</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Peak in 16 bit</source>
        <translation>16 位峰值</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Layers so far</source>
        <translation>到此为止的层</translation>
    </message>
    <message>
        <source>With a backward</source>
        <translation>加一次反向</translation>
    </message>
    <message>
        <source>Runs it</source>
        <translation>能运行</translation>
    </message>
    <message>
        <source>It cannot run</source>
        <translation>不能运行</translation>
    </message>
    <message>
        <source>Slowest stage</source>
        <translation>最慢的阶段</translation>
    </message>
    <message>
        <source>Fullest stage</source>
        <translation>最满的阶段</translation>
    </message>
    <message>
        <source>{} devices are no whole number of the {} that {} joins</source>
        <translation>{} 个设备不是 {} 的整数倍（{} 所连接的单位）</translation>
    </message>
    <message>
        <source>Nearest are {} and {}</source>
        <translation>最接近的是 {} 和 {}</translation>
    </message>
    <message>
        <source>Nearest is {}</source>
        <translation>最接近的是 {}</translation>
    </message>
    <message>
        <source>is {}, expected from 1 to {}</source>
        <translation>是 {}，应为 1 到 {}</translation>
    </message>
    <message>
        <source>{} is {} in &apos;{}&apos; and {} in &apos;{}&apos;: which is meant is open</source>
        <translation>{0} 在“{2}”中是 {1}，在“{4}”中是 {3}：不清楚指哪一个</translation>
    </message>
    <message>
        <source>Give a number for each, such as {}</source>
        <translation>给每一个一个数，例如 {}</translation>
    </message>
    <message>
        <source>{} has no blocks to be counted</source>
        <translation>{} 没有可计数的块</translation>
    </message>
    <message>
        <source>{} number(s) for {} type(s) of layers: {}</source>
        <translation>{} 个数，却有 {} 种层：{}</translation>
    </message>
    <message>
        <source>no layer of {} has such a size</source>
        <translation>{} 没有一层有这个尺寸</translation>
    </message>
    <message>
        <source>Set the size of each run by itself, by its JSON pointer</source>
        <translation>用 JSON 指针分别设置每一段的尺寸</translation>
    </message>
    <message>
        <source>the costs of {} are measured, and hold for its own sizes alone</source>
        <translation>{} 的代价是实测的，只对它自己的尺寸成立</translation>
    </message>
    <message>
        <source>{} layer(s) leave none to &apos;{}&apos; beside the {} of the runs around it</source>
        <translation>{} 层不给“{}”留下任何层，它周围的段已有 {} 层</translation>
    </message>
    <message>
        <source>there is no such member</source>
        <translation>没有这个成员</translation>
    </message>
    <message>
        <source>there are no tokens to train, or no step that trains them</source>
        <translation>没有要训练的 token，或没有训练它们的步骤</translation>
    </message>
    <message>
        <source>Give a number of tokens, or of tokens per parameter</source>
        <translation>给出 token 数，或每个参数的 token 数</translation>
    </message>
    <message>
        <source>a failure every {} s leaves no time to train</source>
        <translation>每 {} 秒一次故障，没有时间训练</translation>
    </message>
    <message>
        <source>Take fewer devices, or shorter checkpoints and restarts</source>
        <translation>减少设备，或缩短检查点和重启的时间</translation>
    </message>
    <message>
        <source>Every plan found that fits the devices needs more host memory than a node has</source>
        <translation>找到的能放进设备的方案，所需主机内存都超过一个节点所有</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>Strategy after</source>
        <translation>之后的策略</translation>
    </message>
    <message>
        <source>bytes that all devices send per step to experts and back, and in their tensor groups for it</source>
        <translation>所有设备每步发往专家并取回的字节，以及为此在张量组内发送的字节</translation>
    </message>
    <message>
        <source>unknown number &apos;{}&apos;</source>
        <translation>没有可以变动的数值“{}”</translation>
    </message>
    <message>
        <source>{} point(s), expected from 2 to {}</source>
        <translation>{} 个点，应为 2 到 {} 个</translation>
    </message>
    <message>
        <source>the range from {} to {} goes nowhere</source>
        <translation>从 {} 到 {} 的范围没有跨度</translation>
    </message>
    <message>
        <source>Give a larger end, and no 0 where the steps are logarithmic</source>
        <translation>请给出更大的终点；按对数取点时不能含 0</translation>
    </message>
    <message>
        <source>there is no folder for presets of your own</source>
        <translation>没有存放您自己预设的文件夹</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>预设</translation>
    </message>
    <message>
        <source>Set HOME or XDG_DATA_HOME to a folder</source>
        <translation>请把 HOME 或 XDG_DATA_HOME 设为一个文件夹</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is the name of a shipped preset</source>
        <translation>“{}”是自带预设的名称</translation>
    </message>
    <message>
        <source>title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Choose another title than &apos;{}&apos;</source>
        <translation>请换一个不同于“{}”的标题</translation>
    </message>
    <message>
        <source>the folder cannot be made: {}</source>
        <translation>无法创建文件夹：{}</translation>
    </message>
    <message>
        <source>the title has {} bytes</source>
        <translation>标题有 {} 个字节</translation>
    </message>
    <message>
        <source>Shorten it to {}</source>
        <translation>请缩短到 {} 个以内</translation>
    </message>
    <message>
        <source>&apos;{}&apos; holds no letter and no digit</source>
        <translation>“{}”中既没有字母也没有数字</translation>
    </message>
    <message>
        <source>Give it a title such as &apos;My 70B&apos;</source>
        <translation>请取一个标题，例如“My 70B”</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a preset of your own</source>
        <translation>“{}”不是您自己的预设</translation>
    </message>
    <message>
        <source>Shipped presets stay</source>
        <translation>自带的预设不会被删除</translation>
    </message>
    <message>
        <source>the file cannot be removed: {}</source>
        <translation>无法删除文件：{}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is none that is understood here</source>
        <translation>“{}”在这里无法理解</translation>
    </message>
    <message>
        <source>Write a number and a unit, such as 450 GB/s, 400 Gb/s or 31.5 GiB/s</source>
        <translation>请写数字和单位，例如 450 GB/s、400 Gb/s 或 31.5 GiB/s</translation>
    </message>
    <message>
        <source>Write a number and a unit, such as 989 TFLOP/s or 1.2 PFLOP/s</source>
        <translation>请写数字和单位，例如 989 TFLOP/s 或 1.2 PFLOP/s</translation>
    </message>
    <message>
        <source>Write a number and a unit, such as 3.4 us, 128 µs or 0.2 ms</source>
        <translation>请写数字和单位，例如 3.4 us、128 µs 或 0.2 ms</translation>
    </message>
    <message>
        <source>Write a share, such as 60 % or 0.6</source>
        <translation>请写比例，例如 60 % 或 0.6</translation>
    </message>
    <message>
        <source>Write US dollars for one device for an hour, such as 2.50 USD/h</source>
        <translation>请写一个设备每小时的美元价格，例如 2.50 USD/h</translation>
    </message>
    <message>
        <source>Write a number and a unit, such as 700 W or 1.2 kW</source>
        <translation>请写数字和单位，例如 700 W 或 1.2 kW</translation>
    </message>
    <message>
        <source>Write a number, such as 1.15</source>
        <translation>请写数字，例如 1.15</translation>
    </message>
    <message>
        <source>is {}, expected from {} to {}</source>
        <translation>是 {}，应在 {} 到 {} 之间</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Reserve</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Overlap slowdown</source>
        <translation>重叠减速</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Peak FP32</source>
        <translation>FP32 峰值</translation>
    </message>
    <message>
        <source>Peak TF32</source>
        <translation>TF32 峰值</translation>
    </message>
    <message>
        <source>Peak FP16</source>
        <translation>FP16 峰值</translation>
    </message>
    <message>
        <source>Peak BF16</source>
        <translation>BF16 峰值</translation>
    </message>
    <message>
        <source>Peak FP8</source>
        <translation>FP8 峰值</translation>
    </message>
    <message>
        <source>Peak FP4</source>
        <translation>FP4 峰值</translation>
    </message>
    <message>
        <source>Multiprocessors</source>
        <translation>流多处理器</translation>
    </message>
    <message>
        <source>GEMM efficiency</source>
        <translation>GEMM 效率</translation>
    </message>
    <message>
        <source>FP8 efficiency</source>
        <translation>FP8 效率</translation>
    </message>
    <message>
        <source>FP4 efficiency</source>
        <translation>FP4 效率</translation>
    </message>
    <message>
        <source>Attention efficiency</source>
        <translation>注意力效率</translation>
    </message>
    <message>
        <source>Memory efficiency</source>
        <translation>显存带宽效率</translation>
    </message>
    <message>
        <source>Launch time</source>
        <translation>启动时间</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>价格</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>功率</translation>
    </message>
    <message>
        <source>Devices in an island</source>
        <translation>一组的设备数</translation>
    </message>
    <message>
        <source>Bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>效率</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Startup</source>
        <translation>起步时间</translation>
    </message>
    <message>
        <source>Devices per link</source>
        <translation>每条链路的设备数</translation>
    </message>
    <message>
        <source>Devices per node</source>
        <translation>每个节点的设备数</translation>
    </message>
    <message>
        <source>Update bandwidth</source>
        <translation>更新带宽</translation>
    </message>
    <message>
        <source>no formula is held against kernels of the kind &apos;{}&apos;</source>
        <translation>没有可与“{}”类算子比较的公式</translation>
    </message>
    <message>
        <source>no preset matches the device &apos;{}&apos;</source>
        <translation>没有代表设备“{}”的预设</translation>
    </message>
    <message>
        <source>is not named after a device and a kind of kernel</source>
        <translation>文件名没有写明设备和算子种类</translation>
    </message>
    <message>
        <source>Name it as h100_sxm-gemm.csv</source>
        <translation>请按 h100_sxm-gemm.csv 的形式命名</translation>
    </message>
    <message>
        <source>has {} cell(s), and line {}, which names the columns, {}</source>
        <translation>有 {} 个单元格，而写有列名的第 {} 行有 {} 个</translation>
    </message>
    <message>
        <source>has no line that names its columns</source>
        <translation>没有写有列名的一行</translation>
    </message>
    <message>
        <source>Name a folder of measured kernels</source>
        <translation>请指定存放实测算子的文件夹</translation>
    </message>
    <message>
        <source>has no file of measured kernels</source>
        <translation>没有实测算子的文件</translation>
    </message>
    <message>
        <source>Such files are named as h100_sxm-gemm.csv</source>
        <translation>这类文件的名称形如 h100_sxm-gemm.csv</translation>
    </message>
    <message>
        <source>lacks the column &apos;{}&apos;</source>
        <translation>缺少列“{}”</translation>
    </message>
    <message>
        <source>&apos;{}&apos; of the column &apos;{}&apos; is not a number</source>
        <translation>“{}”（列“{}”）不是数字</translation>
    </message>
    <message>
        <source>the column &apos;{}&apos; is {}, expected {} to {}</source>
        <translation>列“{}”为 {}，应在 {} 到 {} 之间</translation>
    </message>
    <message>
        <source>on</source>
        <translation>开</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>{} is new: {}</source>
        <translation>{} 是新增的：{}</translation>
    </message>
    <message>
        <source>{} is gone: {}</source>
        <translation>{} 已移除：{}</translation>
    </message>
    <message>
        <source>the runs stand in another order</source>
        <translation>各段的顺序不同</translation>
    </message>
    <message>
        <source>Sequence {} → {}</source>
        <translation>序列长度 {} → {}</translation>
    </message>
    <message>
        <source>{}: {} → {}</source>
        <translation>{}：{} → {}</translation>
    </message>
    <message>
        <source>{}: computed and no longer measured</source>
        <translation>{}：改为计算，不再使用实测</translation>
    </message>
    <message>
        <source>{} {} → {}</source>
        <translation>{} {} → {}</translation>
    </message>
    <message>
        <source>{}: {} {} → {}</source>
        <translation>{}：{} {} → {}</translation>
    </message>
    <message>
        <source>What the run is called, unlike every other of the model</source>
        <translation>该段的名称，在模型中唯一</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Layers of this run, one like the other</source>
        <translation>该段的层数，各层相同</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>隐藏宽度</translation>
    </message>
    <message>
        <source>Width of a token between the layers</source>
        <translation>层与层之间每个 token 的宽度</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>头</translation>
    </message>
    <message>
        <source>KV heads</source>
        <translation>键值头</translation>
    </message>
    <message>
        <source>Heads of keys and values; empty: as many as heads</source>
        <translation>键值头的数量；留空：与头数相同</translation>
    </message>
    <message>
        <source>Head width</source>
        <translation>头宽度</translation>
    </message>
    <message>
        <source>Of the queries and keys of one head; empty: hidden over heads</source>
        <translation>一个头的查询和键的宽度；留空：隐藏宽度除以头数</translation>
    </message>
    <message>
        <source>Value width</source>
        <translation>值宽度</translation>
    </message>
    <message>
        <source>KV rank</source>
        <translation>键值秩</translation>
    </message>
    <message>
        <source>Width that keys and values come from, in multi-latent attention; empty: another attention</source>
        <translation>多头潜在注意力中键值所来自的宽度；留空：其他注意力</translation>
    </message>
    <message>
        <source>Query rank</source>
        <translation>查询秩</translation>
    </message>
    <message>
        <source>RoPE width</source>
        <translation>RoPE 宽度</translation>
    </message>
    <message>
        <source>Part of the head width that the keys of all heads share, in multi-latent attention</source>
        <translation>多头潜在注意力中各头的键共用的那部分头宽度</translation>
    </message>
    <message>
        <source>FFN</source>
        <translation>FFN</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Experts of a layer; empty: one MLP for all tokens</source>
        <translation>每层的专家数；留空：所有 token 共用一个 MLP</translation>
    </message>
    <message>
        <source>Experts per token</source>
        <translation>每个 token 的专家</translation>
    </message>
    <message>
        <source>Experts that each token is sent to</source>
        <translation>每个 token 发往的专家数</translation>
    </message>
    <message>
        <source>Shared FFN</source>
        <translation>共享 FFN</translation>
    </message>
    <message>
        <source>Inner width of the experts that all tokens go through; empty: none</source>
        <translation>所有 token 都经过的专家的内部宽度；留空：无</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Tokens per sample that the layer works on; empty: the sequence length</source>
        <translation>该层每个样本处理的 token 数；留空：序列长度</translation>
    </message>
    <message>
        <source>Source tokens</source>
        <translation>源 token 数</translation>
    </message>
    <message>
        <source>Tokens of the encoder&apos;s output; empty: the sequence length</source>
        <translation>编码器输出的 token 数；留空：序列长度</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>窗口</translation>
    </message>
    <message>
        <source>Tokens that attention spans; empty: all of them</source>
        <translation>注意力跨越的 token 数；留空：全部</translation>
    </message>
    <message>
        <source>Learned positions</source>
        <translation>学习的位置</translation>
    </message>
    <message>
        <source>Rows of the table of positions</source>
        <translation>位置表的行数</translation>
    </message>
    <message>
        <source>Input channels</source>
        <translation>输入通道</translation>
    </message>
    <message>
        <source>Middle channels</source>
        <translation>中间通道</translation>
    </message>
    <message>
        <source>Channels inside a bottleneck; of a layer that joins a skip, those that it writes itself</source>
        <translation>瓶颈块内部的通道数；接入跳跃连接的层则是其自身写出的通道数</translation>
    </message>
    <message>
        <source>Output channels</source>
        <translation>输出通道</translation>
    </message>
    <message>
        <source>Channels that the layer writes</source>
        <translation>该层写出的通道数</translation>
    </message>
    <message>
        <source>Map side</source>
        <translation>特征图边长</translation>
    </message>
    <message>
        <source>Height and width of the map that the layer writes</source>
        <translation>该层写出的特征图的高和宽</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步距</translation>
    </message>
    <message>
        <source>Positions from one window of the convolution to the next</source>
        <translation>卷积的一个窗口到下一个窗口的位置数</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>卷积核</translation>
    </message>
    <message>
        <source>Height and width of the convolution&apos;s window</source>
        <translation>卷积窗口的高和宽</translation>
    </message>
    <message>
        <source>Pooling</source>
        <translation>池化</translation>
    </message>
    <message>
        <source>Side of the max-pooling in front of the convolution; 1: there is none</source>
        <translation>卷积前最大池化的边长；1：没有池化</translation>
    </message>
    <message>
        <source>Table width</source>
        <translation>表宽度</translation>
    </message>
    <message>
        <source>Width of the table beside a projection to the hidden width; empty: hidden, and no projection</source>
        <translation>表的宽度，另有投影到隐藏宽度；留空：隐藏宽度，没有投影</translation>
    </message>
    <message>
        <source>Extra parameters</source>
        <translation>额外参数</translation>
    </message>
    <message>
        <source>Of one layer, beyond its sizes: token types, norms of heads</source>
        <translation>一层中尺寸之外的参数：token 类型、各头的归一化</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Tokens that there are, as published</source>
        <translation>公布的 token 种数</translation>
    </message>
    <message>
        <source>Padded to</source>
        <translation>补齐到</translation>
    </message>
    <message>
        <source>The table has a multiple of so many rows; 1: as many as there are tokens</source>
        <translation>表的行数是它的倍数；1：与 token 种数相同</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>类别</translation>
    </message>
    <message>
        <source>Classes among which it chooses</source>
        <translation>它所区分的类别数</translation>
    </message>
    <message>
        <source>Gated MLP</source>
        <translation>门控 MLP</translation>
    </message>
    <message>
        <source>Three matrices in the MLP (SwiGLU) and not two</source>
        <translation>MLP 有三个矩阵（SwiGLU）而不是两个</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>偏置</translation>
    </message>
    <message>
        <source>Biases of the products and convolutions</source>
        <translation>矩阵乘法和卷积的偏置</translation>
    </message>
    <message>
        <source>QKV biases</source>
        <translation>QKV 偏置</translation>
    </message>
    <message>
        <source>Biases of queries, keys and values</source>
        <translation>查询、键和值的偏置</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Dropout, whose masks are kept for backward</source>
        <translation>Dropout，其掩码为反向保留</translation>
    </message>
    <message>
        <source>Tied to the embedding</source>
        <translation>与嵌入共用</translation>
    </message>
    <message>
        <source>The head reads the table of the embedding</source>
        <translation>输出头读取嵌入的表</translation>
    </message>
    <message>
        <source>Padded map</source>
        <translation>填充特征图</translation>
    </message>
    <message>
        <source>The map is as large as the one in front, stride and pooling aside</source>
        <translation>除步长和池化外，特征图与前面的一样大</translation>
    </message>
    <message>
        <source>Norms in front</source>
        <translation>归一化在前</translation>
    </message>
    <message>
        <source>Norms stand in front of the convolutions of a block</source>
        <translation>块内的归一化位于卷积之前</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>归一化</translation>
    </message>
    <message>
        <source>How activations are normalised</source>
        <translation>激活怎样归一化</translation>
    </message>
    <message>
        <source>One set of parameters</source>
        <translation>共享参数</translation>
    </message>
    <message>
        <source>All layers of the run are the same parameters (ALBERT)</source>
        <translation>该段的所有层使用同一组参数（ALBERT）</translation>
    </message>
    <message>
        <source>Skip from</source>
        <translation>跳跃来自</translation>
    </message>
    <message>
        <source>Run whose last output is joined to this layer&apos;s (U-Net); empty: none</source>
        <translation>其最后输出接入该层的段（U-Net）；留空：无</translation>
    </message>
    <message>
        <source>Give the run a name</source>
        <translation>请给该段一个名称</translation>
    </message>
    <message>
        <source>there is no level {}</source>
        <translation>没有第 {} 级</translation>
    </message>
    <message>
        <source>no islands fit between {} and {} devices</source>
        <translation>{} 个与 {} 个设备之间放不下另一级</translation>
    </message>
    <message>
        <source>is the only level, and one joins the devices</source>
        <translation>是唯一的一级，设备至少要由一级连接</translation>
    </message>
    <message>
        <source>is the outermost level</source>
        <translation>是最外一级</translation>
    </message>
    <message>
        <source>there is no row {}</source>
        <translation>没有第 {} 行</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>排布</translation>
    </message>
    <message>
        <source>Bus bandwidth</source>
        <translation>总线带宽</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Give the model a title and a name</source>
        <translation>请给模型标题和名称</translation>
    </message>
    <message>
        <source>vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>Host memory per device</source>
        <translation>每设备的主机内存</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a number of tokens</source>
        <translation>“{}”不是 token 数</translation>
    </message>
    <message>
        <source>Give one such as 2T, 300B or 1.5e12</source>
        <translation>请给出如 2T、300B 或 1.5e12 的数</translation>
    </message>
    <message>
        <source>Frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>Its parameters stay as they are: they are not trained</source>
        <translation>参数保持不变，不参与训练</translation>
    </message>
    <message>
        <source>cannot freeze {} blocks: the model has {}</source>
        <translation>无法冻结 {} 个块：模型只有 {} 个</translation>
    </message>
    <message>
        <source>Give a number from 0 to {}</source>
        <translation>请给出 0 到 {} 之间的数</translation>
    </message>
    <message>
        <source>cannot freeze {} of the {} layers of {}: they share their parameters</source>
        <translation>无法只冻结 {2} 的 {1} 层中的 {0} 层：它们共享参数</translation>
    </message>
    <message>
        <source>Freeze all of them, or none</source>
        <translation>要么全部冻结，要么都不冻结</translation>
    </message>
    <message>
        <source>another optimizer than AdamW in a pipeline</source>
        <translation>流水线中除 AdamW 以外的优化器</translation>
    </message>
    <message>
        <source>the optimizer {}</source>
        <translation>优化器 {}</translation>
    </message>
    <message>
        <source>optimizer states of 16 bits</source>
        <translation>16 位的优化器状态</translation>
    </message>
    <message>
        <source>16-bit weights without a copy of 32 bits</source>
        <translation>没有 32 位副本的 16 位权重</translation>
    </message>
    <message>
        <source>adapters (LoRA)</source>
        <translation>适配器（LoRA）</translation>
    </message>
    <message>
        <source>frozen layers</source>
        <translation>冻结的层</translation>
    </message>
    <message>
        <source>Known are {}; and {} for several at once</source>
        <translation>可用的有 {}；{} 一次表示多个</translation>
    </message>
    <message>
        <source>no dimension is left of &apos;{}&apos;</source>
        <translation>“{}”没有留下任何维度</translation>
    </message>
    <message>
        <source>Name one to search in</source>
        <translation>请给出要搜索的维度</translation>
    </message>
    <message>
        <source>are {}, of the cluster&apos;s {} level(s)</source>
        <translation>有 {} 层，而集群有 {} 层</translation>
    </message>
    <message>
        <source>have {} device(s) together, the cluster has {}</source>
        <translation>共有 {} 个设备，而集群有 {} 个</translation>
    </message>
    <message>
        <source>go beyond the cluster&apos;s {} device(s)</source>
        <translation>超出集群的 {} 个设备</translation>
    </message>
    <message>
        <source>the linear programme has one cost for a layer, and devices of {} differ</source>
        <translation>线性规划对每层只有一个代价，而 {} 的设备各不相同</translation>
    </message>
    <message>
        <source>Take a plan of another cluster</source>
        <translation>请取另一集群的方案</translation>
    </message>
    <message>
        <source>Layers take what was measured of them, on whichever kind of device they are</source>
        <translation>无论层在哪种设备上，都按其实测值计算</translation>
    </message>
    <message>
        <source>They are not each of 0 to {} once</source>
        <translation>它们不是 0 到 {} 各一次</translation>
    </message>
    <message>
        <source>Robust optimum</source>
        <translation>稳健最优</translation>
    </message>
    <message>
        <source>Loses least when any one device is slow, by a fifth unless told otherwise.</source>
        <translation>任意一台设备变慢时损失最小，默认慢五分之一。</translation>
    </message>
    <message>
        <source>{} draws plans for devices that are all alike</source>
        <translation>{} 只为完全相同的设备抽取方案</translation>
    </message>
    <message>
        <source>Choose another method for a mixed cluster</source>
        <translation>混合集群请选择另一种方法</translation>
    </message>
    <message>
        <source>no schedule of chunks is searched on a mixed cluster</source>
        <translation>混合集群上不搜索分块调度</translation>
    </message>
    <message>
        <source>Choose another schedule</source>
        <translation>请选择另一种调度</translation>
    </message>
    <message>
        <source>a device {} % slower</source>
        <translation>设备慢 {} %</translation>
    </message>
    <message>
        <source>Give 0.1 % to 99 %</source>
        <translation>请给出 0.1 % 到 99 %</translation>
    </message>
    <message>
        <source>stages on devices in another order than that of ranks</source>
        <translation>各阶段所在设备的顺序与秩的顺序不同</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>TF32</source>
        <translation>TF32</translation>
    </message>
    <message>
        <source>FP16 mixed</source>
        <translation>FP16 混合精度</translation>
    </message>
    <message>
        <source>BF16 mixed</source>
        <translation>BF16 混合精度</translation>
    </message>
    <message>
        <source>FP8 per tensor</source>
        <translation>FP8 逐张量</translation>
    </message>
    <message>
        <source>Ada, Hopper or newer, or MI300</source>
        <translation>Ada、Hopper 或更新的设备、MI300</translation>
    </message>
    <message>
        <source>FP8 blockwise</source>
        <translation>FP8 分块</translation>
    </message>
    <message>
        <source>Hopper or newer</source>
        <translation>Hopper 或更新的设备</translation>
    </message>
    <message>
        <source>MXFP8</source>
        <translation>MXFP8</translation>
    </message>
    <message>
        <source>Blackwell or newer</source>
        <translation>Blackwell 或更新的设备</translation>
    </message>
    <message>
        <source>NVFP4</source>
        <translation>NVFP4</translation>
    </message>
    <message>
        <source>{} does not compute in {}</source>
        <translation>{} 不能以 {} 计算</translation>
    </message>
    <message>
        <source>Train in {}, or on {}</source>
        <translation>请改用 {} 训练，或换用 {}</translation>
    </message>
    <message>
        <source>has &apos;{}&apos;, which is not a format with a scale for each block</source>
        <translation>含有“{}”，它不是每块带一个缩放因子的格式</translation>
    </message>
    <message>
        <source>Groups of experts</source>
        <translation>专家组</translation>
    </message>
    <message>
        <source>Groups that routing chooses among first; empty: it chooses among all experts</source>
        <translation>路由先从这些组中选择；留空：从所有专家中选择</translation>
    </message>
    <message>
        <source>Groups per token</source>
        <translation>每个 token 的专家组数</translation>
    </message>
    <message>
        <source>Groups of experts that each token is sent to at most</source>
        <translation>每个 token 最多发往多少个专家组</translation>
    </message>
    <message>
        <source>is missing beside top_k, shared_ffn or groups of experts</source>
        <translation>有 top_k、shared_ffn 或专家组时不能缺少</translation>
    </message>
    <message>
        <source>does not divide the {} expert(s)</source>
        <translation>不能整除 {} 个专家</translation>
    </message>
    <message>
        <source>is {}, expected from 1 to the {} group(s)</source>
        <translation>为 {}，应在 1 到 {} 个组之间</translation>
    </message>
    <message>
        <source>First device</source>
        <translation>首个设备</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>with the {} of other kinds, {} devices are no whole number of the {} that {} joins</source>
        <translation>连同其他种类的 {} 个，{} 个设备不是 {} 的整数倍（{} 所连接的单位）</translation>
    </message>
    <message>
        <source>{} has so many of each kind, {} together</source>
        <translation>{} 的每种设备各有其数目，共 {} 个</translation>
    </message>
    <message>
        <source>Change the number of a kind</source>
        <translation>请修改某种设备的数目</translation>
    </message>
    <message>
        <source>there is no kind {}</source>
        <translation>没有第 {} 种设备</translation>
    </message>
    <message>
        <source>has its own on all levels</source>
        <translation>各级都已有自己的链路</translation>
    </message>
    <message>
        <source>has no links of its own</source>
        <translation>没有自己的链路</translation>
    </message>
    <message>
        <source>a cluster of several kinds cannot be doubled</source>
        <translation>多出一倍的设备不属于任何一种</translation>
    </message>
    <message>
        <source>Add a kind, or change the number of a kind</source>
        <translation>请添加一种设备，或修改某种设备的数目</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a whole percentage from {} % to {} %</source>
        <translation>“{}”不是 {} % 到 {} % 之间的整数百分比</translation>
    </message>
    <message>
        <source>Write it as 70 or 70 %</source>
        <translation>请写成 70 或 70 %</translation>
    </message>
    <message>
        <source>is {}, but each prediction layer is a run of its own</source>
        <translation>为 {}，但每个预测层要单独成为一段</translation>
    </message>
    <message>
        <source>&apos;prediction&apos; asks for an embedding at the front and blocks behind it</source>
        <translation>“prediction”要求模型以嵌入层开头，其后有块</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is behind a prediction layer, where only further ones and the head may be</source>
        <translation>“{}”位于预测层之后，那里只能是其他预测层和输出头</translation>
    </message>
    <message>
        <source>prediction layers on several stages</source>
        <translation>预测层分布在多个阶段上</translation>
    </message>
    <message>
        <source>prediction layers that recompute otherwise than all blocks</source>
        <translation>预测层的重计算与所有块不同</translation>
    </message>
    <message>
        <source>multi-token prediction</source>
        <translation>多 token 预测</translation>
    </message>
    <message>
        <source>there is no framework &apos;{}&apos;</source>
        <translation>没有名为“{}”的框架</translation>
    </message>
    <message>
        <source>plans do not recompute {} alone: it is kept</source>
        <translation>方案不单独重计算 {}：其激活保留</translation>
    </message>
    <message>
        <source>recomputation of modules in some layers alone</source>
        <translation>仅部分层重计算模块</translation>
    </message>
    <message>
        <source>recomputation of modules in FP8 of one scale a tensor</source>
        <translation>每张量一个缩放因子的 FP8 下的模块重计算</translation>
    </message>
    <message>
        <source>is not a known member</source>
        <translation>在这里是未知成员</translation>
    </message>
    <message>
        <source>Take it out</source>
        <translation>请将其删除</translation>
    </message>
    <message>
        <source>{} at {} %</source>
        <translation>{}，速度为 {} %</translation>
    </message>
    <message>
        <source>{} (mean)</source>
        <translation>{}（平均）</translation>
    </message>
    <message>
        <source>those of the cluster given; the file has {}</source>
        <translation>所给集群的设备数；文件中为 {}</translation>
    </message>
    <message>
        <source>kept, and not known here: {}</source>
        <translation>以下成员此处未知，予以保留：{}</translation>
    </message>
    <message>
        <source>nothing can run the plan: {}</source>
        <translation>此方案无法运行：{}</translation>
    </message>
    <message>
        <source>Change it until nothing is refused</source>
        <translation>请修改方案，直到没有被拒绝之处</translation>
    </message>
    <message>
        <source>{} micro-batches do not divide a batch of {}</source>
        <translation>{} 个微批次不能整除批大小 {}</translation>
    </message>
    <message>
        <source>it has no experts, and expert degree is {}</source>
        <translation>它没有专家，而专家并行度为 {}</translation>
    </message>
    <message>
        <source>device presets name each other in a circle: {}</source>
        <translation>设备预设相互引用，形成循环：{}</translation>
    </message>
    <message>
        <source>Write one of them as a whole device</source>
        <translation>请将其中一个写成完整的设备</translation>
    </message>
    <message>
        <source>device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>has no &apos;format&apos;: it is not a file of Parallelogram</source>
        <translation>没有“format”：不是 Parallelogram 的文件</translation>
    </message>
    <message>
        <source>Give a file of Parallelogram, which is JSON, or one that pgram import reads</source>
        <translation>请给出 Parallelogram 的文件（JSON），或 pgram 的 import 命令能读取的文件</translation>
    </message>
    <message>
        <source>is not a text file</source>
        <translation>不是文本文件</translation>
    </message>
    <message>
        <source>has a picture, which lessons do not show</source>
        <translation>含有图片，课程不显示图片</translation>
    </message>
    <message>
        <source>has HTML or a link in angle brackets, which is shown letter by letter</source>
        <translation>含有 HTML 或尖括号链接，将按原文显示</translation>
    </message>
    <message>
        <source>has a link that does not begin with https:// or http://</source>
        <translation>含有不以 https:// 或 http:// 开头的链接</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a number from {} to {}</source>
        <translation>“{}”不是 {} 到 {} 之间的数</translation>
    </message>
    <message>
        <source>Write it in digits, or with k, M, B or T for powers of 1000: 250, 1.5k, 2M</source>
        <translation>请写成数字，或用 k、M、B、T 表示 1000 的幂：250、1.5k、2M</translation>
    </message>
    <message>
        <source>the rule of 20 tokens per parameter is for training all of them from scratch, and this run trains adapters</source>
        <translation>“每个参数 20 个 token”的规则适用于从头训练全部参数，而这次运行只训练适配器</translation>
    </message>
    <message>
        <source>Give the tokens of the data times the epochs</source>
        <translation>请给出数据的 token 数乘以轮数</translation>
    </message>
    <message>
        <source>expert tensor parallel: experts whole, and spread over the tensor group, too</source>
        <translation>专家张量并行：专家保持完整，并分布到张量并行组的设备上</translation>
    </message>
    <message>
        <source>{} experts do not divide by expert degree {}</source>
        <translation>{} 个专家不能被专家并行度 {} 整除</translation>
    </message>
    <message>
        <source>the {} rank(s) that share out the experts do not divide by expert degree {}</source>
        <translation>分摊专家的 {} 个设备不能被专家并行度 {} 整除</translation>
    </message>
    <message>
        <source>tensor degree {} does not divide by expert tensor degree {}</source>
        <translation>张量并行度 {} 不能被专家张量并行度 {} 整除</translation>
    </message>
    <message>
        <source>{} rank(s) do not divide by {}, the expert degree times the expert tensor degree</source>
        <translation>{} 个设备不能被 {}（专家并行度乘以专家张量并行度）整除</translation>
    </message>
    <message>
        <source>expert tensor degree {} below tensor degree {} needs sequence parallelism</source>
        <translation>专家张量并行度 {} 小于张量并行度 {} 时需要序列并行</translation>
    </message>
    <message>
        <source>&apos;{}&apos; needs a degree from {} to {}</source>
        <translation>“{}”需要 {} 到 {} 的并行度</translation>
    </message>
    <message>
        <source>experts on ranks of the tensor group without sequence parallelism</source>
        <translation>不用序列并行时把专家分布到张量并行组的设备上</translation>
    </message>
    <message>
        <source>experts that are whole without expert parallelism</source>
        <translation>不用专家并行时保持专家完整</translation>
    </message>
    <message>
        <source>plans have adapters at all matrices of a kind, the file at some</source>
        <translation>方案中一类矩阵全部带适配器，文件中只有一部分</translation>
    </message>
    <message>
        <source>plans have all states of a layer in host memory, or none</source>
        <translation>方案中一层的状态要么全部放在主机内存，要么都不放</translation>
    </message>
    <message>
        <source>plans have no optimizer {}</source>
        <translation>方案中没有优化器 {}</translation>
    </message>
    <message>
        <source>DeepSpeed takes its stages from Python where none are said</source>
        <translation>文件未给出流水线阶段数时，DeepSpeed 从 Python 代码中取得</translation>
    </message>
    <message>
        <source>plans have states wait in host memory, which is faster than NVMe</source>
        <translation>方案中状态存放在主机内存，它比 NVMe 快</translation>
    </message>
    <message>
        <source>taken from the preset {}, which has the same sizes</source>
        <translation>与尺寸相同的预设 {} 一致</translation>
    </message>
    <message>
        <source>plans have no budget of kept memory</source>
        <translation>方案中没有保留激活的内存预算</translation>
    </message>
    <message>
        <source>plans have no converter {}</source>
        <translation>方案中没有转换器 {}</translation>
    </message>
    <message>
        <source>unknown to Parallelogram</source>
        <translation>Parallelogram 不认识</translation>
    </message>
    <message>
        <source>plans send weights and gradients in their own format</source>
        <translation>方案中权重和梯度以各自的格式传输</translation>
    </message>
    <message>
        <source>plans have no second copy of the weights inside a node</source>
        <translation>方案中节点内没有权重的第二份副本</translation>
    </message>
    <message>
        <source>plans send gradients in the format in which they are summed</source>
        <translation>方案中梯度以累加所用的格式传输</translation>
    </message>
    <message>
        <source>plans have no such training</source>
        <translation>方案中没有这种训练方式</translation>
    </message>
    <message>
        <source>plans have one sequence length</source>
        <translation>方案中只有一种序列长度</translation>
    </message>
    <message>
        <source>the program that starts the run sets the batch by it</source>
        <translation>启动训练的程序据此设定批大小</translation>
    </message>
    <message>
        <source>plans keep the input of each layer on its device, whole</source>
        <translation>方案中每层的输入完整保留在其设备上</translation>
    </message>
    <message>
        <source>plans run all layers</source>
        <translation>方案中运行所有层</translation>
    </message>
    <message>
        <source>plans have no such precision</source>
        <translation>方案中没有这种精度</translation>
    </message>
    <message>
        <source>plans have no such order of the work</source>
        <translation>方案中没有这种执行顺序</translation>
    </message>
    <message>
        <source>the program that starts the run turns recomputation on</source>
        <translation>重计算由启动训练的程序打开</translation>
    </message>
    <message>
        <source>logging</source>
        <translation>日志</translation>
    </message>
    <message>
        <source>learning rate and scaling</source>
        <translation>学习率与缩放</translation>
    </message>
    <message>
        <source>details of a choice that is read</source>
        <translation>已读取选项的细节</translation>
    </message>
    <message>
        <source>data, checkpoints and launcher</source>
        <translation>数据、检查点与启动器</translation>
    </message>
    <message>
        <source>settings of devices that are not planned for</source>
        <translation>无法规划的设备的设置</translation>
    </message>
    <message>
        <source>8-bit products are taken with one scale a tensor</source>
        <translation>8 位乘法按每个张量一个缩放因子计算</translation>
    </message>
    <message>
        <source>plans gather experts singly</source>
        <translation>方案中逐个收集专家的权重</translation>
    </message>
    <message>
        <source>launcher</source>
        <translation>启动器</translation>
    </message>
    <message>
        <source>plans cut blocks evenly unless the file lists the parts</source>
        <translation>除非文件列出各部分，方案均匀切分各块</translation>
    </message>
    <message>
        <source>schedules of files are not read</source>
        <translation>不读取文件中的调度</translation>
    </message>
    <message>
        <source>plans divide the loss by the tensor group</source>
        <translation>方案中损失在张量组内切分</translation>
    </message>
    <message>
        <source>plans update weights in 32 bits</source>
        <translation>方案中以 32 位更新权重</translation>
    </message>
    <message>
        <source>plans update after the last backward</source>
        <translation>方案中在最后一次反向之后更新</translation>
    </message>
    <message>
        <source>plans have nothing of the kind</source>
        <translation>方案中没有这类功能</translation>
    </message>
    <message>
        <source>data, tokenizer and checkpoints</source>
        <translation>数据、分词器与检查点</translation>
    </message>
    <message>
        <source>learning rate and length of the run</source>
        <translation>学习率与训练时长</translation>
    </message>
    <message>
        <source>parts of the configuration, data and checkpoints</source>
        <translation>配置的组成部分、数据与检查点</translation>
    </message>
    <message>
        <source>kernels are taken as --framework has them</source>
        <translation>内核按 --framework 所选框架计算</translation>
    </message>
    <message>
        <source>plans have one batch</source>
        <translation>方案中只有一种批大小</translation>
    </message>
    <message>
        <source>learning rate, data, checkpoints and launcher</source>
        <translation>学习率、数据、检查点与启动器</translation>
    </message>
    <message>
        <source>plans have no such layers</source>
        <translation>方案中没有这种层</translation>
    </message>
    <message>
        <source>not of the layers</source>
        <translation>与各层无关</translation>
    </message>
    <message>
        <source>costs as much whatever its value</source>
        <translation>无论取何值，开销相同</translation>
    </message>
    <message>
        <source>{} times the peak of {} of {}: is this log of that device?</source>
        <translation>是 {2} 的 {1} 峰值的 {0} 倍：这份日志来自该设备吗？</translation>
    </message>
    <message>
        <source>the file names {}, which no preset has; --cluster names one with such devices</source>
        <translation>文件中的设备是 {}，没有预设包含它；请用 --cluster 指定含此设备的集群</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a list of 0 and 1</source>
        <translation>&apos;{}&apos; 不是由 0 和 1 组成的列表</translation>
    </message>
    <message>
        <source>ms-swift&apos;s own where none is said</source>
        <translation>文件未给出，取 ms-swift 的默认值</translation>
    </message>
    <message>
        <source>plans keep the input of each layer, not of each group of {} layers</source>
        <translation>方案中保留每层的输入，而不是每 {} 层一组的输入</translation>
    </message>
    <message>
        <source>plans have both states of Adam in one format</source>
        <translation>方案中 Adam 的两个状态格式相同</translation>
    </message>
    <message>
        <source>plans have such states in 16 or 32 bits</source>
        <translation>方案中这些状态为 16 位或 32 位</translation>
    </message>
    <message>
        <source>plans have the copy of the weights in 32 bits</source>
        <translation>方案中权重副本为 32 位</translation>
    </message>
    <message>
        <source>plans have no tuning of the kind {}</source>
        <translation>方案中没有 {} 这种微调方式</translation>
    </message>
    <message>
        <source>plans send each token to its experts alone</source>
        <translation>方案中每个 token 只发送给它的专家</translation>
    </message>
    <message>
        <source>plans have experts without a capacity: every token goes to its experts</source>
        <translation>方案中专家没有容量上限：每个 token 都送达它的专家</translation>
    </message>
    <message>
        <source>plans have no such experts</source>
        <translation>方案中没有这种专家</translation>
    </message>
    <message>
        <source>plans keep activations on their device, or compute them again</source>
        <translation>方案中激活保留在其设备上，或重新计算</translation>
    </message>
    <message>
        <source>plans have another order of the work</source>
        <translation>方案中的执行顺序不同</translation>
    </message>
    <message>
        <source>plans gather and keep parameters in 16 bits</source>
        <translation>方案中以 16 位收集和保存参数</translation>
    </message>
    <message>
        <source>plans have one precision for the products of all layers</source>
        <translation>方案中所有层的矩阵乘法使用同一精度</translation>
    </message>
    <message>
        <source>plans have one batch: the full one</source>
        <translation>方案中只有一种批大小：完整的批</translation>
    </message>
    <message>
        <source>plans have no such division of ranks</source>
        <translation>方案中没有这种设备划分</translation>
    </message>
    <message>
        <source>plans train all parameters, or adapters of whole kinds of matrices</source>
        <translation>方案中训练全部参数，或整类矩阵的适配器</translation>
    </message>
    <message>
        <source>settings of another file</source>
        <translation>另一个文件中的设置</translation>
    </message>
    <message>
        <source>settings of the checkpoint</source>
        <translation>检查点中的设置</translation>
    </message>
    <message>
        <source>only decoders and encoders of text are read of such a file</source>
        <translation>这类文件只读取文本的解码器和编码器</translation>
    </message>
    <message>
        <source>plans have no second model and no sampling</source>
        <translation>方案中没有第二个模型，也没有采样</translation>
    </message>
    <message>
        <source>data and tokenizer</source>
        <translation>数据与分词器</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>检查点</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>评估</translation>
    </message>
    <message>
        <source>checks and random numbers</source>
        <translation>检查与随机数</translation>
    </message>
    <message>
        <source>kernels are taken to be the framework&apos;s fast ones</source>
        <translation>内核视为框架的快速内核</translation>
    </message>
    <message>
        <source>routing is taken as balanced, unless --expert-load says otherwise</source>
        <translation>除非 --expert-load 另有指定，路由视为均衡</translation>
    </message>
    <message>
        <source>not of training</source>
        <translation>与训练无关</translation>
    </message>
    <message>
        <source>the preset of the name in the file</source>
        <translation>文件中名称对应的预设</translation>
    </message>
    <message>
        <source>the file names {}, and no preset has that name; --model names one</source>
        <translation>文件中的模型是 {}，没有这个预设；请用 --model 指定</translation>
    </message>
    <message>
        <source>those of the file; the cluster given has {}</source>
        <translation>取文件中的数目；给定的集群有 {} 个</translation>
    </message>
    <message>
        <source>its costs are counted, as the file is for it; --framework names another</source>
        <translation>文件属于该框架，因此计入其开销；可用 --framework 指定其他框架</translation>
    </message>
    <message>
        <source>the file has {}</source>
        <translation>文件中是 {}</translation>
    </message>
    <message>
        <source>Megatron-LM has virtual stages only of several stages</source>
        <translation>Megatron-LM 只有在多个流水线阶段时才有虚拟阶段</translation>
    </message>
    <message>
        <source>{} layers do not divide by {} stages: Megatron-LM stops. It runs this cut with --pipeline-model-parallel-layout, which pgram export writes</source>
        <translation>{} 层不能被 {} 个阶段整除：Megatron-LM 会停止。使用 pgram export 写出的 --pipeline-model-parallel-layout，它可以运行这种切分</translation>
    </message>
    <message>
        <source>{} layers do not divide by {} virtual stages: Megatron-LM stops or leaves layers out. It runs this cut with --pipeline-model-parallel-layout, which pgram export writes</source>
        <translation>{} 层不能被 {} 个虚拟阶段整除：Megatron-LM 会停止或漏掉若干层。使用 pgram export 写出的 --pipeline-model-parallel-layout，它可以运行这种切分</translation>
    </message>
    <message>
        <source>{} devices do not divide by expert tensor degree {} times expert degree {} times {} stage(s). Without --expert-tensor-parallel-size it is the tensor degree</source>
        <translation>{} 个设备不能被专家张量并行度 {} × 专家并行度 {} × {} 个阶段整除。未给出 --expert-tensor-parallel-size 时，专家张量并行度等于张量并行度</translation>
    </message>
    <message>
        <source>has no effect beside the other settings and options</source>
        <translation>在其他设置和选项下不起作用</translation>
    </message>
    <message>
        <source>the reader of {} asks for a name that its table does not have</source>
        <translation>{} 的读取器请求了其表中没有的名称</translation>
    </message>
    <message>
        <source>layers of other kinds than those of an encoder or a decoder of text</source>
        <translation>文本编码器或解码器以外的层</translation>
    </message>
    <message>
        <source>windows of attention inside a pipeline</source>
        <translation>流水线中的注意力窗口</translation>
    </message>
    <message>
        <source>windows of attention</source>
        <translation>注意力窗口</translation>
    </message>
    <message>
        <source>optimizer states of 16 bits that are not sharded</source>
        <translation>未分片的 16 位优化器状态</translation>
    </message>
    <message>
        <source>optimizer states of 16 bits beside SGD or Muon</source>
        <translation>SGD 或 Muon 的 16 位优化器状态</translation>
    </message>
    <message>
        <source>attention that stores its matrix</source>
        <translation>保存注意力矩阵的注意力</translation>
    </message>
    <message>
        <source>the same, of attention the query-key pairs alone that masks leave</source>
        <translation>同上，但注意力只计掩码保留的查询–键对</translation>
    </message>
    <message>
        <source>has &apos;{}&apos;, expected one of {}</source>
        <translation>含有“{}”，应为以下之一：{}</translation>
    </message>
    <message>
        <source>is empty, expected at least one module</source>
        <translation>为空，至少应有一个模块</translation>
    </message>
    <message>
        <source>MFU, causal attention</source>
        <translation>MFU（因果注意力）</translation>
    </message>
    <message>
        <source>recomputation of chosen modules alone</source>
        <translation>只重计算所选的模块</translation>
    </message>
    <message>
        <source>the layer has none of the modules that are computed again</source>
        <translation>该层没有任何要重计算的模块</translation>
    </message>
    <message>
        <source>recomputation of all operations but those that are listed</source>
        <translation>重计算除所列之外的所有运算</translation>
    </message>
    <message>
        <source>sequences per step of a fine-tuning, as in the recipe of Alpaca</source>
        <translation>微调时每步的序列数，参照 Alpaca 的训练配置</translation>
    </message>
    <message>
        <source>images per step, as Swin (arXiv 2103.14030)</source>
        <translation>每步的图像数，参照 Swin（arXiv 2103.14030）</translation>
    </message>
    <message>
        <source>images per step, as ViT (arXiv 2010.11929)</source>
        <translation>每步的图像数，参照 ViT（arXiv 2010.11929）</translation>
    </message>
    <message>
        <source>32 images per device, as ResNet-50 (arXiv 1706.02677)</source>
        <translation>每个设备 32 幅图像，参照 ResNet-50（arXiv 1706.02677）</translation>
    </message>
    <message>
        <source>about {} tokens per step, as {}</source>
        <translation>每步约 {} 个 token，参照 {}</translation>
    </message>
    <message>
        <source>one sample for each {} devices</source>
        <translation>每 {} 个设备一个样本</translation>
    </message>
    <message>
        <source>usual</source>
        <translation>常用</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>精确</translation>
    </message>
    <message>
        <source>the file has {} alone</source>
        <translation>文件中只有 {}</translation>
    </message>
    <message>
        <source>the file has the loss of torchtitan&apos;s own configuration</source>
        <translation>该文件使用 torchtitan 自带配置中的损失</translation>
    </message>
    <message>
        <source>is not a number from {} to {}</source>
        <translation>不是 {} 到 {} 之间的数</translation>
    </message>
    <message>
        <source>the writer for {} writes a name that its table does not have</source>
        <translation>{} 的写出程序写了其表中没有的名称</translation>
    </message>
    <message>
        <source>a loss in chunks inside a pipeline</source>
        <translation>流水线内分块计算的损失</translation>
    </message>
    <message>
        <source>a loss that is computed in chunks</source>
        <translation>分块计算的损失</translation>
    </message>
    <message>
        <source>a loss in one kernel</source>
        <translation>单个核函数计算的损失</translation>
    </message>
    <message>
        <source>a loss in single steps</source>
        <translation>逐步计算的损失</translation>
    </message>
    <message>
        <source>asks for biases in all products, which are not read for this family</source>
        <translation>要求所有矩阵乘法都带偏置，此模型系列不读取这种情况</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, only &apos;llama&apos; is read</source>
        <translation>为“{}”，只读取“llama”</translation>
    </message>
    <message>
        <source>a picture</source>
        <translation>图片</translation>
    </message>
    <message>
        <source>a PDF document</source>
        <translation>PDF 文档</translation>
    </message>
    <message>
        <source>an archive</source>
        <translation>压缩包</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>程序</translation>
    </message>
    <message>
        <source>JSON (members: {})</source>
        <translation>JSON（成员：{}）</translation>
    </message>
    <message>
        <source>JSON without members</source>
        <translation>没有成员的 JSON</translation>
    </message>
    <message>
        <source>a binary file</source>
        <translation>二进制文件</translation>
    </message>
    <message>
        <source>plain text</source>
        <translation>纯文本</translation>
    </message>
    <message>
        <source>{} is not next to the file, and its name says no stage</source>
        <translation>{} 不在该文件旁边，名称也未说明阶段</translation>
    </message>
    <message>
        <source>the stage by the name {}, which is not next to the file</source>
        <translation>按名称 {} 得出的阶段，该文件不在旁边</translation>
    </message>
    <message>
        <source>{}&apos;s own where none is said</source>
        <translation>未说明时 {} 的默认值</translation>
    </message>
    <message>
        <source>plans train adapters alone, or all parameters</source>
        <translation>计划只训练适配器，或训练全部参数</translation>
    </message>
    <message>
        <source>plans have the layers of the model&apos;s configuration</source>
        <translation>计划采用模型配置中的层</translation>
    </message>
    <message>
        <source>plans have one precision for all layers</source>
        <translation>计划的所有层采用同一精度</translation>
    </message>
    <message>
        <source>plans have text alone</source>
        <translation>计划只有文本</translation>
    </message>
    <message>
        <source>plans divide the states over all devices</source>
        <translation>计划将状态划分到所有设备上</translation>
    </message>
    <message>
        <source>plans have the tensor degree of DeepSpeed&apos;s own file</source>
        <translation>计划采用 DeepSpeed 自身文件中的张量并行度</translation>
    </message>
    <message>
        <source>the option in place of the {} tokens of the file or its model</source>
        <translation>选项给出的值，取代文件或其模型的 {} 个 token</translation>
    </message>
    <message>
        <source>is a file of Parallelogram itself ({}), which needs no import</source>
        <translation>是 Parallelogram 自己的文件（{}），无需导入</translation>
    </message>
    <message>
        <source>Give a plan to pgram estimate, a model to --model, a cluster to --cluster</source>
        <translation>请将计划交给 pgram estimate，将模型交给 --model，将集群交给 --cluster</translation>
    </message>
    <message>
        <source>a folder</source>
        <translation>文件夹</translation>
    </message>
    <message>
        <source>has a format that is not read: it seems to be {}</source>
        <translation>不属于任何已知格式：看起来是{}</translation>
    </message>
    <message>
        <source>Name the format with --from, or give a file with the words of one: {}</source>
        <translation>请用 --from 指明格式，或给出含有某种格式特征词的文件：{}</translation>
    </message>
    <message>
        <source>plans have frozen weights of 4 or 16 bits</source>
        <translation>计划的冻结权重为 4 位或 16 位</translation>
    </message>
    <message>
        <source>axolotl configuration</source>
        <translation>axolotl 配置</translation>
    </message>
    <message>
        <source>plans have no training of the kind {}</source>
        <translation>计划没有 {} 这种训练</translation>
    </message>
    <message>
        <source>LLaMA-Factory configuration</source>
        <translation>LLaMA-Factory 配置</translation>
    </message>
    <message>
        <source>ms-swift script</source>
        <translation>ms-swift 脚本</translation>
    </message>
    <message>
        <source>{} layers per stage do not divide by {} layers per virtual stage: Megatron-LM stops. The figures are of {} chunks per stage</source>
        <translation>每个阶段的 {} 层不能被每个虚拟阶段的 {} 层整除：Megatron-LM 会停止。数据按每个阶段 {} 个分块计算</translation>
    </message>
    <message>
        <source>sequence {} / {}</source>
        <translation>序列长度 {} / {}</translation>
    </message>
    <message>
        <source>batch {} / {}</source>
        <translation>批大小 {} / {}</translation>
    </message>
    <message>
        <source>no framework here runs it</source>
        <translation>已知的框架都不能运行它</translation>
    </message>
    <message>
        <source>runs on {}</source>
        <translation>可由 {} 运行</translation>
    </message>
    <message>
        <source>runs on {} and {} more</source>
        <translation>可由 {} 和另外 {} 个框架运行</translation>
    </message>
    <message>
        <source>the script sets it under the condition {}</source>
        <translation>脚本在条件 {} 下设置它</translation>
    </message>
    <message>
        <source>the script does not take the branch {}</source>
        <translation>脚本不执行分支 {}</translation>
    </message>
    <message>
        <source>the value without the condition {}, under which the script has {}</source>
        <translation>不满足条件 {} 时的值；满足时脚本取 {}</translation>
    </message>
    <message>
        <source>the default in {}, which the start of the script may replace</source>
        <translation>{} 中的默认值，启动脚本时可以替换</translation>
    </message>
    <message>
        <source>the file does not give the length of documents; --document-tokens or Documents does</source>
        <translation>文件没有给出文档长度；用 --document-tokens 或“文档”给出</translation>
    </message>
    <message>
        <source>is {}, which is not a multiple of the micro-batch {} times {} step(s), which is {}: DeepSpeed stops on any number of devices. Leave one of the three out, or make it a multiple</source>
        <translation>为 {}，不是微批次 {} 乘以 {} 步（即 {}）的倍数：DeepSpeed 在任何设备数下都会停止。请去掉三者之一，或改为倍数</translation>
    </message>
    <message>
        <source>{} puts adapters at all linear matrices</source>
        <translation>{} 在所有线性矩阵上放置适配器</translation>
    </message>
    <message>
        <source>the file names no matrices</source>
        <translation>文件没有列出矩阵</translation>
    </message>
    <message>
        <source>axolotl requires load_in_4bit with adapter: qlora</source>
        <translation>axolotl 要求 adapter: qlora 同时设置 load_in_4bit</translation>
    </message>
    <message>
        <source>plans quantise the weights only below adapters</source>
        <translation>方案只在有适配器时量化权重</translation>
    </message>
    <message>
        <source>axolotl trains no quantised weights without an adapter: set adapter to qlora or lora, or {} to false</source>
        <translation>没有适配器时 axolotl 不训练量化的权重：请把 adapter 设为 qlora 或 lora，或把 {} 设为 false</translation>
    </message>
    <message>
        <source>is a program in Python that gives Megatron-LM&apos;s arguments no values</source>
        <translation>是一个 Python 程序，没有给 Megatron-LM 的参数赋值</translation>
    </message>
    <message>
        <source>the preset of the name {}, which {} has; the file has no sizes</source>
        <translation>取名称为 {} 的预设，该名称来自 {}；文件没有尺寸</translation>
    </message>
    <message>
        <source>no preset has the name of this checkpoint or tokenizer</source>
        <translation>没有预设叫这个检查点或分词器的名字</translation>
    </message>
    <message>
        <source>another name in the file gives the model</source>
        <translation>文件中另一个名称给出了模型</translation>
    </message>
    <message>
        <source>has {} micro-batch(es) per step on {} stage(s) of {} chunk(s): {}</source>
        <translation>每步有 {} 个微批次，{} 个阶段，每阶段 {} 个块：{}</translation>
    </message>
    <message>
        <source>the file leaves it to gradient_checkpointing of the program that trains</source>
        <translation>文件把它留给训练程序的 gradient_checkpointing</translation>
    </message>
    <message>
        <source>{} is not part of this program</source>
        <translation>本程序不含{}</translation>
    </message>
    <message>
        <source>Choose another method</source>
        <translation>请选择其他方法</translation>
    </message>
    <message>
        <source>a gap of {} %</source>
        <translation>差距 {} %</translation>
    </message>
    <message>
        <source>Give 0 % to 99 %</source>
        <translation>请给出 0 % 到 99 %</translation>
    </message>
    <message>
        <source>{} does not go on until it is stopped</source>
        <translation>{}不会持续到被停止为止</translation>
    </message>
    <message>
        <source>Choose the method joint or bmw</source>
        <translation>请选择方法 joint 或 bmw</translation>
    </message>
    <message>
        <source>a search with offloaded activations does not go on until it is stopped</source>
        <translation>卸载激活的搜索不会持续到被停止为止</translation>
    </message>
    <message>
        <source>Leave the dimension offload-activations out</source>
        <translation>请去掉维度 offload-activations</translation>
    </message>
    <message>
        <source>{} heads do not divide among {} ranks</source>
        <translation>{} 个头不能均分给 {} 个设备</translation>
    </message>
    <message>
        <source>{} key/value heads neither divide among {} ranks nor the reverse</source>
        <translation>{} 个键值头不能均分给 {} 个设备，反之亦然</translation>
    </message>
    <message>
        <source>FFN width {} does not divide among {} ranks</source>
        <translation>FFN 宽度 {} 不能均分给 {} 个设备</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>嵌入</translation>
    </message>
    <message>
        <source>patch embedding</source>
        <translation>图像块嵌入</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>解码器</translation>
    </message>
    <message>
        <source>cross decoder</source>
        <translation>交叉解码器</translation>
    </message>
    <message>
        <source>Swin block</source>
        <translation>Swin 块</translation>
    </message>
    <message>
        <source>patch merging</source>
        <translation>图像块合并</translation>
    </message>
    <message>
        <source>stem</source>
        <translation>首层卷积</translation>
    </message>
    <message>
        <source>convolution</source>
        <translation>卷积</translation>
    </message>
    <message>
        <source>up-convolution</source>
        <translation>转置卷积</translation>
    </message>
    <message>
        <source>basic block</source>
        <translation>基本块</translation>
    </message>
    <message>
        <source>bottleneck</source>
        <translation>瓶颈块</translation>
    </message>
    <message>
        <source>prediction</source>
        <translation>预测层</translation>
    </message>
    <message>
        <source>head</source>
        <translation>输出头</translation>
    </message>
    <message>
        <source>classifier</source>
        <translation>分类器</translation>
    </message>
    <message>
        <source>the lesson &apos;{}&apos; has no step &apos;{}&apos;</source>
        <translation>课程“{}”没有步骤“{}”</translation>
    </message>
    <message>
        <source>the step &apos;{}&apos; of the lesson &apos;{}&apos; needs the step before it</source>
        <translation>步骤“{}”（课程“{}”）需要它的前一步</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is a course; pages come from lessons</source>
        <translation>“{}”是系列课程；页面只能来自单个课程</translation>
    </message>
    <message>
        <source>are those of a course, which has no steps of its own</source>
        <translation>属于系列课程，系列课程没有自己的步骤</translation>
    </message>
    <message>
        <source>is missing: no texts in this language</source>
        <translation>不存在：没有这种语言的文本</translation>
    </message>
    <message>
        <source>unknown drawing &apos;{}&apos;</source>
        <translation>没有示意图“{}”</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, expected a formula over figures: &apos;fits&apos; or &apos;stages &gt; 2&apos;</source>
        <translation>是“{}”，应为由数值组成的公式：“fits”或“stages &gt; 2”</translation>
    </message>
    <message>
        <source>course</source>
        <translation>系列课程</translation>
    </message>
    <message>
        <source>Take memory, batch, sequence, sequence-tokens, nodes, devices, or a member of the cluster or the model by its pointer</source>
        <translation>可取 memory、batch、sequence、sequence-tokens、nodes、devices，或用指针指定集群或模型的成员</translation>
    </message>
    <message>
        <source>a batch of {} tokens has no whole number of sequences of {}</source>
        <translation>{} 个 token 的一批不能分成整数个长度为 {} 的序列</translation>
    </message>
    <message>
        <source>the best plan that it runs takes {} per step and {} per device</source>
        <translation>它能运行的最优方案每步 {}，每设备 {}</translation>
    </message>
    <message>
        <source>framework overheads {} / {}</source>
        <translation>框架开销 {} / {}</translation>
    </message>
    <message>
        <source>{} is one node of {} device(s) without a network to other nodes</source>
        <translation>{} 是一个含 {} 个设备的节点，没有通往其他节点的网络</translation>
    </message>
    <message>
        <source>dimensions of Megatron-LM and torchtitan, mixed freely</source>
        <translation>Megatron-LM 和 torchtitan 的维度，可自由混用</translation>
    </message>
    <message>
        <source>no shipped cluster has a device &apos;{}&apos;</source>
        <translation>自带的集群中没有设备“{}”</translation>
    </message>
    <message>
        <source>several devices are called &apos;{}&apos;</source>
        <translation>有多个设备名为“{}”</translation>
    </message>
    <message>
        <source>Choose one of {}</source>
        <translation>请选择其一：{}</translation>
    </message>
    <message>
        <source>Scan efficiency</source>
        <translation>扫描效率</translation>
    </message>
    <message>
        <source>Megatron-Bridge has no field for the argument --{}</source>
        <translation>Megatron-Bridge 没有对应参数 --{} 的字段</translation>
    </message>
    <message>
        <source>is not a pattern of the letters M, *, E and -</source>
        <translation>不是由字母 M、*、E 和 - 组成的模式</translation>
    </message>
    <message>
        <source>does not say of all {} layers how they mix tokens</source>
        <translation>没有说明全部 {} 层如何混合 token</translation>
    </message>
    <message>
        <source>List each layer in full_attn_layers or kda_layers, counted from 1</source>
        <translation>请把每一层列在 full_attn_layers 或 kda_layers 中，从 1 数起</translation>
    </message>
    <message>
        <source>lists {} layers, but the model has {}</source>
        <translation>列出了 {} 层，但模型有 {} 层</translation>
    </message>
    <message>
        <source>has layers of linear attention, which are not read for the model type &apos;{}&apos;</source>
        <translation>含有线性注意力层，对模型类型“{}”不能读取这种层</translation>
    </message>
    <message>
        <source>blocks that several layers share (Zamba)</source>
        <translation>由多层共享的块（Zamba）</translation>
    </message>
    <message>
        <source>has blocks that the exported program cannot build: {}</source>
        <translation>含有导出的程序无法构建的块：{}</translation>
    </message>
    <message>
        <source>{} is not next to the file</source>
        <translation>{} 不在该文件旁边</translation>
    </message>
    <message>
        <source>another name in the file gives the length</source>
        <translation>文件中另一个名称给出了长度</translation>
    </message>
    <message>
        <source>plans train on given samples alone, without answers that the model makes, pairs of samples or other models</source>
        <translation>方案只在给定样本上训练，不含模型生成的回答、样本对或其他模型</translation>
    </message>
    <message>
        <source>is {}, expected a number above 0</source>
        <translation>为 {}，应为大于 0 的数</translation>
    </message>
    <message>
        <source>plans have whole samples on each data-parallel part, not {}</source>
        <translation>方案中每个数据并行部分的样本数为整数，不能是 {}</translation>
    </message>
    <message>
        <source>{} samples do not divide by {} micro-batches</source>
        <translation>{} 个样本不能均分为 {} 个微批次</translation>
    </message>
    <message>
        <source>the nearest that plans have: the results of large products are kept</source>
        <translation>方案中最接近的方式：保留大矩阵乘的结果</translation>
    </message>
    <message>
        <source>plans have no policy {}</source>
        <translation>方案中没有策略 {}</translation>
    </message>
    <message>
        <source>MaxText configuration</source>
        <translation>MaxText 配置</translation>
    </message>
    <message>
        <source>Megatron-Bridge program</source>
        <translation>Megatron-Bridge 程序</translation>
    </message>
    <message>
        <source>what the recipe sets itself is not read: the values here are those of the file</source>
        <translation>不读取配方自身设置的值：此处的值取自该文件</translation>
    </message>
    <message>
        <source>Python computes it: only plain values are read</source>
        <translation>由 Python 计算：只读取字面值</translation>
    </message>
    <message>
        <source>the file sets it several times, before to {}: the last value counts</source>
        <translation>文件多次设置该值，之前为 {}：以最后的值为准</translation>
    </message>
    <message>
        <source>has no settings of NeMo or Megatron-Bridge</source>
        <translation>没有 NeMo 或 Megatron-Bridge 的设置</translation>
    </message>
    <message>
        <source>Give its YAML, a script with settings such as model.tensor_model_parallel_size=2, or a recipe in Python</source>
        <translation>请提供其 YAML、含 model.tensor_model_parallel_size=2 等设置的脚本，或 Python 配方</translation>
    </message>
    <message>
        <source>NeMo or Megatron-Bridge configuration</source>
        <translation>NeMo 或 Megatron-Bridge 配置</translation>
    </message>
    <message>
        <source>has no module pre_trainer</source>
        <translation>没有模块 pre_trainer</translation>
    </message>
    <message>
        <source>Give the YAML of a training run: modules, pre_trainer, overrides</source>
        <translation>请提供训练任务的 YAML：modules、pre_trainer、overrides</translation>
    </message>
    <message>
        <source>Primus configuration</source>
        <translation>Primus 配置</translation>
    </message>
    <message>
        <source>those of the command in a comment</source>
        <translation>取自注释中的命令</translation>
    </message>
    <message>
        <source>{} is not next to the file: import it in place of this one</source>
        <translation>{} 不在该文件旁边：请改为导入它</translation>
    </message>
    <message>
        <source>torchtune configuration</source>
        <translation>torchtune 配置</translation>
    </message>
    <message>
        <source>TRL trains no quantised weights without an adapter: set use_peft to true, or {} to false</source>
        <translation>TRL 不在没有适配器时训练量化权重：请将 use_peft 设为 true，或将 {} 设为 false</translation>
    </message>
    <message>
        <source>TRL or Trainer configuration</source>
        <translation>TRL 或 Trainer 配置</translation>
    </message>
    <message>
        <source>moves states off the device between the parts of a step, and back for the update</source>
        <translation>在一步的各部分之间把状态移出设备，更新时再移回</translation>
    </message>
    <message>
        <source>samples are taken as filled up to the sequence length: as many as go into {} tokens</source>
        <translation>样本按填满序列长度计：取 {} 个 token 能容纳的数量</translation>
    </message>
    <message>
        <source>the plan is the actor&apos;s update alone: answers, rewards, the reference model and the critic take time and memory beside it</source>
        <translation>方案只是 actor 的更新：生成回答、奖励、参考模型和 critic 另占时间和显存</translation>
    </message>
    <message>
        <source>only the start of the script gives a number; --devices gives that of the devices</source>
        <translation>只有启动脚本时才有数值；设备数由 --devices 给出</translation>
    </message>
    <message>
        <source>verl configuration</source>
        <translation>verl 配置</translation>
    </message>
    <message>
        <source>is neither a number nor a list of 0 and 1 for each layer</source>
        <translation>既不是数，也不是每层一个 0 或 1 的列表</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, expected gdn, gated_delta_net or dsa</source>
        <translation>是“{}”，应为 gdn、gated_delta_net 或 dsa</translation>
    </message>
    <message>
        <source>of layers that the file does not have</source>
        <translation>属于该文件没有的层</translation>
    </message>
    <message>
        <source>read from {}</source>
        <translation>读取自 {}</translation>
    </message>
    <message>
        <source>a part of the step beside the actor&apos;s update, which plans do not have</source>
        <translation>一步中 actor 更新之外的部分，方案中没有</translation>
    </message>
    <message>
        <source>unknown matrices &apos;{}&apos;</source>
        <translation>未知的矩阵“{}”</translation>
    </message>
    <message>
        <source>linear attention or state-space layers that tensor or sequence ranks divide</source>
        <translation>由张量或序列并行的设备切分的线性注意力层或状态空间层</translation>
    </message>
    <message>
        <source>adapters beside tensor parallelism</source>
        <translation>适配器与张量并行同用</translation>
    </message>
    <message>
        <source>adapters at experts</source>
        <translation>专家上的适配器</translation>
    </message>
    <message>
        <source>experts of 4 bits</source>
        <translation>4 位的专家</translation>
    </message>
    <message>
        <source>a base of 4 bits in fp16</source>
        <translation>fp16 下的 4 位基座</translation>
    </message>
    <message>
        <source>adapters beside tensor parallelism or Ulysses</source>
        <translation>适配器与张量并行或 Ulysses 同用</translation>
    </message>
    <message>
        <source>adapters inside a pipeline</source>
        <translation>流水线中的适配器</translation>
    </message>
    <message>
        <source>linear attention with fewer key heads than tensor and context ranks</source>
        <translation>键头数少于张量度与上下文度之积的线性注意力</translation>
    </message>
    <message>
        <source>sparse attention beside a ring or Ulysses</source>
        <translation>稀疏注意力与环或 Ulysses 并用</translation>
    </message>
    <message>
        <source>a table of more positions than a sample has tokens</source>
        <translation>位置数多于样本 token 数的位置表</translation>
    </message>
    <message>
        <source>blocks of other parts than attention and an MLP</source>
        <translation>由注意力和 MLP 以外的部分组成的块</translation>
    </message>
    <message>
        <source>16-bit weights with a copy of 32 bits (--master-weights none has none)</source>
        <translation>16 位权重另有 32 位副本（--master-weights none 则没有）</translation>
    </message>
    <message>
        <source>gradients of 32 bits beside weights of 16 (--gradients 16)</source>
        <translation>16 位权重配 32 位梯度（--gradients 16）</translation>
    </message>
    <message>
        <source>optimizer states of 32 bits beside weights of 16 (--states 16)</source>
        <translation>16 位权重配 32 位优化器状态（--states 16）</translation>
    </message>
    <message>
        <source>adapters, base in 4 bits (QLoRA)</source>
        <translation>适配器，基座 4 位（QLoRA）</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>gated delta net</source>
        <translation>门控 delta 网络</translation>
    </message>
    <message>
        <source>Kimi delta attention</source>
        <translation>Kimi delta 注意力</translation>
    </message>
    <message>
        <source>lightning attention</source>
        <translation>lightning 注意力</translation>
    </message>
    <message>
        <source>Mamba-2</source>
        <translation>Mamba-2</translation>
    </message>
    <message>
        <source>Mixer</source>
        <translation>混合方式</translation>
    </message>
    <message>
        <source>How tokens are mixed: by attention, by a state that each token updates and reads, or not at all</source>
        <translation>token 如何混合：用注意力，用每个 token 更新并读取的状态，或者不混合</translation>
    </message>
    <message>
        <source>Heads of attention, or states of linear attention and state-space layers</source>
        <translation>注意力头，或线性注意力层与状态空间层的状态</translation>
    </message>
    <message>
        <source>Of the values of one head, in multi-latent attention and states; empty: as the keys</source>
        <translation>一个头的值的宽度，用于多头潜在注意力和状态；空：与键相同</translation>
    </message>
    <message>
        <source>Short convolution</source>
        <translation>短卷积</translation>
    </message>
    <message>
        <source>Tokens of the convolution in front of the states; empty: none</source>
        <translation>状态之前的卷积所跨的 token 数；空：没有卷积</translation>
    </message>
    <message>
        <source>Selected tokens</source>
        <translation>选中的 token</translation>
    </message>
    <message>
        <source>Index heads</source>
        <translation>索引头</translation>
    </message>
    <message>
        <source>Heads of the indexer that selects the tokens; empty: an earlier layer selected them</source>
        <translation>选择 token 的索引器的头数；空：由前面的层选择</translation>
    </message>
    <message>
        <source>Index width</source>
        <translation>索引宽度</translation>
    </message>
    <message>
        <source>Width of one head of the indexer</source>
        <translation>索引器一个头的宽度</translation>
    </message>
    <message>
        <source>Latent width</source>
        <translation>潜在宽度</translation>
    </message>
    <message>
        <source>Width that routed experts read and write, between two products; empty: hidden</source>
        <translation>路由专家读写的宽度，在两个矩阵乘之间；空：隐藏宽度</translation>
    </message>
    <message>
        <source>Output gate</source>
        <translation>输出门</translation>
    </message>
    <message>
        <source>The output of attention is gated by a product of the input</source>
        <translation>注意力的输出由输入的一个矩阵乘结果门控</translation>
    </message>
    <message>
        <source>is 0, expected at least 1 beside the mixer &apos;{}&apos;</source>
        <translation>是 0，混合方式为“{}”时至少应为 1</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is for encoders, decoders and predictions</source>
        <translation>“{}”用于编码器、解码器和预测层</translation>
    </message>
    <message>
        <source>is 0, which is for blocks with a mixer and without experts</source>
        <translation>是 0，这只用于有混合方式而没有专家的块</translation>
    </message>
    <message>
        <source>is not a member of the kind &apos;{}&apos; with the mixer &apos;{}&apos;</source>
        <translation>不是类型“{}”、混合方式“{}”的成员</translation>
    </message>
    <message>
        <source>asks for index_width and selected</source>
        <translation>需要 index_width 和 selected</translation>
    </message>
    <message>
        <source>is for layers with experts</source>
        <translation>用于有专家的层</translation>
    </message>
    <message>
        <source>is for blocks only</source>
        <translation>只用于块</translation>
    </message>
    <message>
        <source>tokens per document of a packed sample; without packing, per sample</source>
        <translation>打包样本中每个文档的 token 数；不打包时为每个样本的</translation>
    </message>
    <message>
        <source>layers that mix tokens by attention</source>
        <translation>用注意力混合 token 的层数</translation>
    </message>
    <message>
        <source>layers that mix tokens by a state: linear attention, state space</source>
        <translation>用状态混合 token 的层数：线性注意力、状态空间</translation>
    </message>
    <message>
        <source>seconds of attention for one sample on one device, forward and backward</source>
        <translation>一台设备上一个样本的注意力的秒数，前向加反向</translation>
    </message>
    <message>
        <source>seconds of states for one sample on one device, forward and backward</source>
        <translation>一台设备上一个样本的状态的秒数，前向加反向</translation>
    </message>
    <message>
        <source>tokens that a query of sparse attention reads at most; 0: all</source>
        <translation>稀疏注意力的一个查询至多读取的 token 数；0 表示全部</translation>
    </message>
    <message>
        <source>share of that peak at which the planner counts kernels of states</source>
        <translation>规划器计算状态的内核时所用的占该峰值的比例</translation>
    </message>
    <message>
        <source>is &apos;{}&apos;, which names no lengths of documents</source>
        <translation>是“{}”，不是文档长度</translation>
    </message>
    <message>
        <source>some layers attend within chunks of {} tokens only; all are taken as full</source>
        <translation>有些层只在 {} 个 token 的块内关注；全部按完整注意力计</translation>
    </message>
    <message>
        <source>lists a layer outside of 1 to {}</source>
        <translation>列出了 1 到 {} 之外的层</translation>
    </message>
    <message>
        <source>lists a layer outside of 0 to {}</source>
        <translation>列出了 0 到 {} 之外的层</translation>
    </message>
    <message>
        <source>has the word &apos;{}&apos;, expected {}</source>
        <translation>含有词“{}”，应为 {}</translation>
    </message>
    <message>
        <source>is not a list with an object for each layer</source>
        <translation>不是每层一个对象的列表</translation>
    </message>
    <message>
        <source>replaces a part of layer {} by one product, which is not read</source>
        <translation>用一次乘法代替第 {} 层的一部分，无法读取</translation>
    </message>
    <message>
        <source>gives layer {} heads that do not divide</source>
        <translation>给第 {} 层的注意力头数不能整除</translation>
    </message>
    <message>
        <source>leaves out both parts of layer {}, which is not read</source>
        <translation>省去第 {} 层的两个部分，无法读取</translation>
    </message>
    <message>
        <source>is {}: layers with inputs or keys of other layers are not read</source>
        <translation>是 {}：使用其他层的输入或键的层无法读取</translation>
    </message>
    <message>
        <source>layers of the model type &apos;{}&apos; attend to all tokens</source>
        <translation>模型类型 &apos;{}&apos; 的各层关注所有 token</translation>
    </message>
    <message>
        <source>is missing, and layer_types lists layers with a window</source>
        <translation>缺失，而 layer_types 列出了带窗口的层</translation>
    </message>
    <message>
        <source>Values are keys</source>
        <translation>值取自键</translation>
    </message>
    <message>
        <source>is {}, and decoders with cross-attention have values as wide as keys</source>
        <translation>是 {}，而带交叉注意力的解码器的值与键一样宽</translation>
    </message>
    <message>
        <source>is not the size of a square</source>
        <translation>不是正方形的尺寸</translation>
    </message>
    <message>
        <source>the model takes images of any size; one of {} tokens is taken for each sample</source>
        <translation>该模型接受任意尺寸的图像；这里按每个样本一个 {} token 的图像计算</translation>
    </message>
    <message>
        <source>the {} projectors of features from inner blocks count as parameters alone</source>
        <translation>内部块特征的 {} 个投影层只计入参数</translation>
    </message>
    <message>
        <source>its sizes are not read: {}</source>
        <translation>未能读取它的尺寸：{}</translation>
    </message>
    <message>
        <source>blocks that attend to an encoder of images (cross_attention_layers)</source>
        <translation>对图像编码器计算注意力的块（cross_attention_layers）</translation>
    </message>
    <message>
        <source>this encoder in front of a language model is not read</source>
        <translation>不读取语言模型前面的这种编码器</translation>
    </message>
    <message>
        <source>plans have supervised tuning and pairs of preferences (dpo, orpo, simpo), and no training of the kind {}, with answers that the model makes, rewards or other models</source>
        <translation>方案支持监督微调和偏好对（dpo、orpo、simpo），不支持 {} 类型的训练，例如由模型生成的回答、奖励或其他模型</translation>
    </message>
    <message>
        <source>plans have a reference model of the same layers</source>
        <translation>方案的参考模型与被训练的模型层相同</translation>
    </message>
    <message>
        <source>plans have the images of the model; --images gives their number</source>
        <translation>方案采用模型的图像；--images 给出它们的数量</translation>
    </message>
    <message>
        <source>plans train on given samples alone, without answers that the model makes or other models</source>
        <translation>方案只在给定的样本上训练，没有由模型生成的回答或其他模型</translation>
    </message>
    <message>
        <source>plans train the language model too</source>
        <translation>方案也训练语言模型</translation>
    </message>
    <message>
        <source>preference tuning beside tensor or sequence ranks</source>
        <translation>与张量或序列并行同时使用的偏好微调</translation>
    </message>
    <message>
        <source>preference tuning inside a pipeline</source>
        <translation>流水线中的偏好微调</translation>
    </message>
    <message>
        <source>preference tuning (DPO)</source>
        <translation>偏好微调（DPO）</translation>
    </message>
    <message>
        <source>a reference model in host memory</source>
        <translation>主机内存中的参考模型</translation>
    </message>
    <message>
        <source>an encoder in front of a language model (--encoder none leaves it out)</source>
        <translation>语言模型前面的编码器（--encoder none 将其略去）</translation>
    </message>
    <message>
        <source>{} has no encoder of images or sound</source>
        <translation>{} 没有图像或声音的编码器</translation>
    </message>
    <message>
        <source>{} images of {} tokens each</source>
        <translation>{} 个图像，每个 {} token</translation>
    </message>
    <message>
        <source>Give a number from 1 to {}</source>
        <translation>请给出 1 到 {} 之间的数</translation>
    </message>
    <message>
        <source>{} image(s) of a sample take {} tokens, and a sample has {}</source>
        <translation>一个样本的 {} 个图像占 {} token，而一个样本有 {} token</translation>
    </message>
    <message>
        <source>Give a longer sequence, or fewer images</source>
        <translation>请给出更长的序列，或更少的图像</translation>
    </message>
    <message>
        <source>Inner width of the MLP, of one expert where there are experts; 0 beside a mixer: no MLP. Of merged tokens, the width between two products (a projector); 0: one product</source>
        <translation>MLP 的内部宽度；有专家时是一个专家的宽度；在混合方式旁为 0 表示没有 MLP。对合并的 token，是两次矩阵乘法之间的宽度（投影层）；0 表示一次矩阵乘法</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Images or clips of a sample, which the tokens are of together; each attends to itself alone</source>
        <translation>一个样本的图像或片段，token 数是它们的总和；每个只在自身内部计算注意力</translation>
    </message>
    <message>
        <source>Channels that the layer reads; of patches, all values of one; of merged tokens, a multiple of the width</source>
        <translation>该层读取的通道数；对图像块是一个块的全部数值；对合并的 token 是宽度的倍数</translation>
    </message>
    <message>
        <source>is {}, which is not a multiple of the width {} that the run before it writes</source>
        <translation>为 {}，不是前一段写出的宽度 {} 的倍数</translation>
    </message>
    <message>
        <source>is {}, but the run before it writes a width of {}</source>
        <translation>为 {}，而前一段写出的宽度是 {}</translation>
    </message>
    <message>
        <source>Put a projector in front: a patch merging of the embedding&apos;s width</source>
        <translation>请在前面放一个投影层：嵌入宽度的图像块合并</translation>
    </message>
    <message>
        <source>is {}, but the run &apos;{}&apos; has {}</source>
        <translation>为 {}，而段“{}”是 {}</translation>
    </message>
    <message>
        <source>is {}, which does not divide the {} token(s)</source>
        <translation>为 {}，不能整除 {} 个 token</translation>
    </message>
    <message>
        <source>is &apos;host&apos; beside adapters, whose reference model is their base</source>
        <translation>为“host”，而适配器的参考模型是它们的基座</translation>
    </message>
    <message>
        <source>Give &apos;device&apos; or &apos;precomputed&apos;</source>
        <translation>请给出“device”或“precomputed”</translation>
    </message>
    <message>
        <source>Give &apos;device&apos; or &apos;precomputed&apos;, or a cluster with a link to the host</source>
        <translation>请给出“device”或“precomputed”，或带有主机链路的集群</translation>
    </message>
    <message>
        <source>the file&apos;s program orders operations by their measured times</source>
        <translation>该文件的程序按实测耗时排列各操作</translation>
    </message>
    <message>
        <source>of the search for an order of operations</source>
        <translation>属于操作顺序的搜索</translation>
    </message>
    <message>
        <source>an optimizer on the host without sharded states</source>
        <translation>优化器在主机上而状态未分片</translation>
    </message>
    <message>
        <source>an optimizer on the host other than Adam with states of 32 bits</source>
        <translation>主机上的优化器不是状态为 32 位的 Adam</translation>
    </message>
    <message>
        <source>V-Half</source>
        <translation>V-Half</translation>
    </message>
    <message>
        <source>half of t where its three parts are equal</source>
        <translation>三部分相等时为 t 的一半</translation>
    </message>
    <message>
        <source>V-Min</source>
        <translation>V-Min</translation>
    </message>
    <message>
        <source>two thirds of t where its three parts are equal, and a wait per micro-batch where not</source>
        <translation>三部分相等时为 t 的三分之二；不等时每个微批次另有等待</translation>
    </message>
    <message>
        <source>ZB-H2</source>
        <translation>ZB-H2</translation>
    </message>
    <message>
        <source>a forward, or the chain of forward and input gradient less two weight gradients</source>
        <translation>一次前向；或前向加输入梯度减去两个权重梯度</translation>
    </message>
    <message>
        <source>the file names no objective; dpo.py, trl dpo or precompute_ref_log_probs does</source>
        <translation>该文件没有指明目标；dpo.py、trl dpo 或 precompute_ref_log_probs 会指明</translation>
    </message>
    <message>
        <source>Name the network, as &apos;16 x RTX 3090 joined by 100GbE&apos; or --joined-by 100GbE does (one of {}), or add one in the cluster&apos;s editor or its file</source>
        <translation>请指定网络，如“16 x RTX 3090 joined by 100GbE”或 --joined-by 100GbE（可选 {}），或在集群编辑器或文件中添加</translation>
    </message>
    <message>
        <source>Driver context</source>
        <translation>驱动上下文</translation>
    </message>
    <message>
        <source>has {} cards per node, expected from 1 to {}</source>
        <translation>每个节点的网卡数为 {}，应在 1 到 {} 之间</translation>
    </message>
    <message>
        <source>unknown network &apos;{}&apos;</source>
        <translation>未知的网络“{}”</translation>
    </message>
    <message>
        <source>Choose one of {}; &apos;8 x NDR&apos; is a node with eight cards</source>
        <translation>请选择其中之一：{}；“8 x NDR”表示每个节点八张网卡</translation>
    </message>
    <message>
        <source>{} has several nodes, which {} joins</source>
        <translation>{} 有多个节点，由 {} 连接</translation>
    </message>
    <message>
        <source>Change this link in place of naming a network</source>
        <translation>请修改这条链路，而不是指定网络</translation>
    </message>
    <message>
        <source>lengths of packed documents not published: taken as usual for {}</source>
        <translation>打包文档的长度未公布：按 {} 的常见长度计</translation>
    </message>
    <message>
        <source>memory the driver shows</source>
        <translation>驱动显示的显存</translation>
    </message>
    <message>
        <source>is not a member of a correction</source>
        <translation>不是修正项的成员</translation>
    </message>
    <message>
        <source>plans have weights wait in host memory, which is faster than NVMe</source>
        <translation>方案把权重放在主机内存，它比 NVMe 快</translation>
    </message>
    <message>
        <source>plans have weights wait on the host beside ZeRO-3 and an offloaded optimizer</source>
        <translation>方案只在 ZeRO-3 且优化器已卸载时把权重留在主机</translation>
    </message>
    <message>
        <source>Ulysses beside gathered keys</source>
        <translation>Ulysses 与汇集的键和值同用</translation>
    </message>
    <message>
        <source>context parallel, keys and values gathered before attention</source>
        <translation>上下文并行，键和值在注意力之前汇集</translation>
    </message>
    <message>
        <source>weights in host memory, beside the optimizer states of ZeRO-3</source>
        <translation>权重与 ZeRO-3 的优化器状态一起留在主机内存</translation>
    </message>
    <message>
        <source>keys and values are gathered in a context group, and the context degree is {}</source>
        <translation>键和值在上下文并行组内汇集，而上下文并行度为 {}</translation>
    </message>
    <message>
        <source>weights wait on the host under ZeRO-3 with the optimizer there, and the ZeRO stage is {}</source>
        <translation>只有 ZeRO-3 且优化器也在主机上时权重才留在主机，而 ZeRO 级别为 {}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not one of p2p, a2a, a2a+p2p and allgather</source>
        <translation>&apos;{}&apos; 不是 p2p、a2a、a2a+p2p 和 allgather 之一</translation>
    </message>
    <message>
        <source>samples are taken as filled up to the sequence length; padded: in --document-tokens or Documents gives their lengths</source>
        <translation>样本按占满序列长度计算；--document-tokens 或“文档”中的 padded: 给出它们的长度</translation>
    </message>
    <message>
        <source>Give 2048, a range 256-4096, a list 512x3,2048 or lognormal:MEDIAN,95TH; padded: in front of them where samples are padded to the longest of a micro-batch</source>
        <translation>请给出 2048、区间 256-4096、列表 512x3,2048 或 lognormal:MEDIAN,95TH；样本填充到微批次中最长者时，前面加 padded:</translation>
    </message>
    <message>
        <source>the costs of its blocks are measured as a whole</source>
        <translation>它的块的开销是整体实测的</translation>
    </message>
    <message>
        <source>its blocks have one set of parameters</source>
        <translation>它的各块共用一组参数</translation>
    </message>
    <message>
        <source>Leave its blocks whole</source>
        <translation>请保持块完整</translation>
    </message>
    <message>
        <source>no block has both a mixer and a feed-forward part</source>
        <translation>没有同时具有混合方式和前馈部分的块</translation>
    </message>
    <message>
        <source>samples that are padded to the longest of a micro-batch have no slices of a fixed length</source>
        <translation>填充到微批次中最长者的样本没有固定长度的切片</translation>
    </message>
    <message>
        <source>lists {} device(s) without their names</source>
        <translation>列出 {} 个设备，没有名称</translation>
    </message>
    <message>
        <source>lists no device</source>
        <translation>没有列出设备</translation>
    </message>
    <message>
        <source>Give the output of nvidia-smi, or of rocm-smi --showproductname --showmeminfo vram</source>
        <translation>请给出 nvidia-smi 或 rocm-smi --showproductname --showmeminfo vram 的输出</translation>
    </message>
    <message>
        <source>lists {} and {}: a machine of unlike devices</source>
        <translation>列出 {} 和 {}：设备不同的机器</translation>
    </message>
    <message>
        <source>Leave the devices of one kind, and add the other kind in the cluster&apos;s editor</source>
        <translation>请只留下一种设备，另一种在集群编辑器里添加</translation>
    </message>
    <message>
        <source>columns other than the name and the memory</source>
        <translation>名称和显存以外的列</translation>
    </message>
    <message>
        <source>list of devices</source>
        <translation>设备列表</translation>
    </message>
    <message>
        <source>log of kernels</source>
        <translation>内核日志</translation>
    </message>
    <message>
        <source>names {}, which no shipped cluster has</source>
        <translation>写的是 {}，自带的集群都没有这种设备</translation>
    </message>
    <message>
        <source>Name a cluster whose device has this name and the figures of its data sheet with --cluster, or choose it in the Scenario dock</source>
        <translation>请用 --cluster 指定一个设备同名、带有其规格数据的集群，或在“场景”停靠栏里选择它</translation>
    </message>
    <message>
        <source>the file names {}</source>
        <translation>文件写的是 {}</translation>
    </message>
    <message>
        <source>the nearest shipped device; the file names {}, of which {} is not in its name</source>
        <translation>最接近的自带设备；文件写的是 {}，其中 {} 不在它的名称里</translation>
    </message>
    <message>
        <source>a guess</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>a guess: {}</source>
        <translation>估计：{}</translation>
    </message>
    <message>
        <source>{} device(s)</source>
        <translation>{} 个设备</translation>
    </message>
    <message>
        <source>is not a whole JSON object: {}</source>
        <translation>不是完整的 JSON 对象：{}</translation>
    </message>
    <message>
        <source>Give all that the program printed</source>
        <translation>请给出程序输出的全部内容</translation>
    </message>
    <message>
        <source>lines that are not measurements</source>
        <translation>不是实测的行</translation>
    </message>
    <message>
        <source>has no measured kernel</source>
        <translation>没有实测的内核</translation>
    </message>
    <message>
        <source>Give the lines that the program of pgram calibrate --program prints</source>
        <translation>请给出 pgram calibrate --program 写出的程序所输出的行</translation>
    </message>
    <message>
        <source>is {}, and {} in line {}</source>
        <translation>是 {0}，而第 {2} 行是 {1}</translation>
    </message>
    <message>
        <source>Give the measurements of one device</source>
        <translation>请给出一种设备的实测</translation>
    </message>
    <message>
        <source>Give products of one format</source>
        <translation>请给出一种格式的矩阵乘法</translation>
    </message>
    <message>
        <source>measures {}, and the cluster has several kinds of devices</source>
        <translation>实测的是 {}，而集群有几种设备</translation>
    </message>
    <message>
        <source>Name a cluster of one kind</source>
        <translation>请指定只有一种设备的集群</translation>
    </message>
    <message>
        <source>reaches {}, more than the peak of {}, {}</source>
        <translation>达到 {}，超过 {} 的峰值 {}</translation>
    </message>
    <message>
        <source>Give measurements of this device, or name another cluster</source>
        <translation>请给出这种设备的实测，或指定另一个集群</translation>
    </message>
    <message>
        <source>reaches {}, more than the memory of {}, {}</source>
        <translation>达到 {}，超过 {} 的显存带宽 {}</translation>
    </message>
    <message>
        <source>Measure a tensor that is larger than the caches</source>
        <translation>请测量比缓存更大的张量</translation>
    </message>
    <message>
        <source>left out: its seconds include the host, as no graph launched it</source>
        <translation>不采用：它不是由图启动的，时间包括主机</translation>
    </message>
    <message>
        <source>as on {}: {} would determine it</source>
        <translation>同 {}：要确定它需要{}</translation>
    </message>
    <message>
        <source>as on {}</source>
        <translation>同 {}</translation>
    </message>
    <message>
        <source>kept: the program could not launch from a graph, and the {} s that it measured include the host</source>
        <translation>保留：程序不能由图启动内核，测得的 {} 秒包括主机</translation>
    </message>
    <message>
        <source>{} product(s), mean error of the fit {}: {}</source>
        <translation>{} 个矩阵乘法，拟合的平均误差 {}：{}</translation>
    </message>
    <message>
        <source>kept, as it is fitted on runs ({}); the kernel alone: {}</source>
        <translation>保留，因为它由实际运行拟合（{}）；单独的内核：{}</translation>
    </message>
    <message>
        <source>as the file counts; {} has {}: is it another variant?</source>
        <translation>按文件所写；{} 有 {}：是不是另一种型号？</translation>
    </message>
    <message>
        <source>does not say how many multiprocessors {} has</source>
        <translation>没有写 {} 有多少个多处理器</translation>
    </message>
    <message>
        <source>no preset of a device has measured products</source>
        <translation>没有一个设备预设有实测的矩阵乘法</translation>
    </message>
    <message>
        <source>lists devices, as another file does</source>
        <translation>列出设备，另一个文件也列出</translation>
    </message>
    <message>
        <source>has the links of a machine, as another file has</source>
        <translation>有机器的链路，另一个文件也有</translation>
    </message>
    <message>
        <source>has collectives, as another file has</source>
        <translation>有集合通信，另一个文件也有</translation>
    </message>
    <message>
        <source>has measured kernels, as another file has</source>
        <translation>有实测的内核，另一个文件也有</translation>
    </message>
    <message>
        <source>Give one of them</source>
        <translation>请只给出其中一个</translation>
    </message>
    <message>
        <source>{}: {}</source>
        <translation>{}：{}</translation>
    </message>
    <message>
        <source>{}; {}: {}</source>
        <translation>{}；{}：{}</translation>
    </message>
    <message>
        <source>is of {}, and {} of {}</source>
        <translation>属于 {}，而 {} 属于 {}</translation>
    </message>
    <message>
        <source>Give files of one machine</source>
        <translation>请给出同一台机器的文件</translation>
    </message>
    <message>
        <source>those of {}; {} lists {}</source>
        <translation>按 {}；{} 列出 {} 个</translation>
    </message>
    <message>
        <source>does not describe a machine, as the other files do</source>
        <translation>不像其他文件那样描述一台机器</translation>
    </message>
    <message>
        <source>Read it alone</source>
        <translation>请单独读取</translation>
    </message>
    <message>
        <source>a large product</source>
        <translation>一个大的矩阵乘法</translation>
    </message>
    <message>
        <source>a product of few rows with a large matrix</source>
        <translation>一个行数少、矩阵大的矩阵乘法</translation>
    </message>
    <message>
        <source>a small product</source>
        <translation>一个小的矩阵乘法</translation>
    </message>
    <message>
        <source>optimal, gap, stopped, infeasible or refused</source>
        <translation>optimal、gap、stopped、infeasible 或 refused</translation>
    </message>
    <message>
        <source>Reason why a request has no plan</source>
        <translation>没有方案的原因</translation>
    </message>
    <message>
        <source>Seconds of a step, simulated</source>
        <translation>模拟的单步秒数</translation>
    </message>
    <message>
        <source>Samples per second</source>
        <translation>每秒样本数</translation>
    </message>
    <message>
        <source>Tokens per second and device</source>
        <translation>每设备每秒 token 数</translation>
    </message>
    <message>
        <source>Share of the peak FLOP that the model&apos;s FLOP need</source>
        <translation>模型 FLOP 占峰值 FLOP 的比例</translation>
    </message>
    <message>
        <source>Lower bound of the seconds of a step</source>
        <translation>单步秒数的下界</translation>
    </message>
    <message>
        <source>Share by which the step may be above the optimum</source>
        <translation>单步时间可能高出最优值的比例</translation>
    </message>
    <message>
        <source>Peak memory of the fullest device</source>
        <translation>最满设备的峰值显存</translation>
    </message>
    <message>
        <source>Memory budget per device</source>
        <translation>每设备显存预算</translation>
    </message>
    <message>
        <source>Least budget with which the request has a plan, if it has none</source>
        <translation>没有方案时，使请求有方案的最小预算</translation>
    </message>
    <message>
        <source>Share of the step in which devices idle in the pipeline</source>
        <translation>设备在流水线中空闲的时间占单步的比例</translation>
    </message>
    <message>
        <source>Devices of the cluster</source>
        <translation>集群的设备数</translation>
    </message>
    <message>
        <source>Samples of a step</source>
        <translation>每步样本数</translation>
    </message>
    <message>
        <source>Stages of the pipeline</source>
        <translation>流水线的阶段数</translation>
    </message>
    <message>
        <source>Micro-batches of a step</source>
        <translation>每步微批次数</translation>
    </message>
    <message>
        <source>Order of the operations in the pipeline</source>
        <translation>流水线中操作的顺序</translation>
    </message>
    <message>
        <source>Subproblems of the search</source>
        <translation>搜索的子问题数</translation>
    </message>
    <message>
        <source>Plan file without model, cluster and training</source>
        <translation>不含模型、集群和训练设置的方案文件</translation>
    </message>
    <message>
        <source>Version of the program</source>
        <translation>程序版本</translation>
    </message>
    <message>
        <source>Seconds of the search</source>
        <translation>搜索秒数</translation>
    </message>
    <message>
        <source>SQLite: {}</source>
        <translation>SQLite：{}</translation>
    </message>
    <message>
        <source>Give a file of results that pgram study wrote</source>
        <translation>请给出 pgram study 写的结果文件</translation>
    </message>
    <message>
        <source>Free space on the disk</source>
        <translation>请释放磁盘空间</translation>
    </message>
    <message>
        <source>does not have the results of a study</source>
        <translation>不是研究的结果文件</translation>
    </message>
    <message>
        <source>has version {}, which is newer than {}</source>
        <translation>版本为 {}，比 {} 新</translation>
    </message>
    <message>
        <source>Use a newer version of Parallelogram</source>
        <translation>请使用更新版本的 Parallelogram</translation>
    </message>
    <message>
        <source>has the results of another study</source>
        <translation>是另一项研究的结果</translation>
    </message>
    <message>
        <source>Choose another file for the results</source>
        <translation>请为结果选择别的文件</translation>
    </message>
    <message>
        <source>another process adds results of this study</source>
        <translation>另一个程序正在写入这项研究的结果</translation>
    </message>
    <message>
        <source>Wait until it ends, or give each process a shard and a file of its own</source>
        <translation>请等它结束，或给每个程序各自的分片和文件</translation>
    </message>
    <message>
        <source>its row {} differs from the one of the same version in the results</source>
        <translation>它的第 {} 行与结果中同一版本的行不同</translation>
    </message>
    <message>
        <source>Run this request again, or leave the file out</source>
        <translation>请重新运行该请求，或不合并该文件</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a part of a study</source>
        <translation>“{}”不是研究的分片</translation>
    </message>
    <message>
        <source>Give one such as 2/8, the second of eight</source>
        <translation>例如 2/8，八个中的第二个</translation>
    </message>
    <message>
        <source>is not a list of values</source>
        <translation>不是值的列表</translation>
    </message>
    <message>
        <source>Give one such as [8, 16]</source>
        <translation>例如 [8, 16]</translation>
    </message>
    <message>
        <source>has no members</source>
        <translation>没有成员</translation>
    </message>
    <message>
        <source>Give a member of a scenario file</source>
        <translation>请给出场景文件的成员</translation>
    </message>
    <message>
        <source>Leave it out of one of them</source>
        <translation>请从其中一处去掉</translation>
    </message>
    <message>
        <source>makes more than {} requests</source>
        <translation>产生多于 {} 个请求</translation>
    </message>
    <message>
        <source>Split the study into several</source>
        <translation>请把研究拆成几个</translation>
    </message>
    <message>
        <source>has a layer of 1 token for each compressed key, which is not read</source>
        <translation>有一层的压缩键各由 1 个 token 组成，这不读取</translation>
    </message>
    <message>
        <source>the iterations that balance the weights of the residual streams work on {} elements of a token and are not counted</source>
        <translation>平衡残差流权重的迭代只处理每个 token 的 {} 个元素，不计入</translation>
    </message>
    <message>
        <source>layers that choose experts by a table of words have a router all the same, which weighs them; the table is not counted</source>
        <translation>按词表选择专家的层同样有给专家加权的路由器；该表不计入</translation>
    </message>
    <message>
        <source>is not {}, the width of all {} state(s)</source>
        <translation>不是 {}，即全部 {} 个状态的宽度</translation>
    </message>
    <message>
        <source>a block has both on one input; planned one behind the other, it has a norm and a sum over a tensor group more</source>
        <translation>一个块在同一输入上同时使用两者；这里按先后规划，因此多一次归一化和一次张量并行组内的求和</translation>
    </message>
    <message>
        <source>several residual streams</source>
        <translation>多条残差流</translation>
    </message>
    <message>
        <source>attention to compressed keys</source>
        <translation>对压缩键的注意力</translation>
    </message>
    <message>
        <source>queries or outputs of a rank</source>
        <translation>来自秩的查询或输出</translation>
    </message>
    <message>
        <source>keys and values of one product</source>
        <translation>由同一次乘法得到的键和值</translation>
    </message>
    <message>
        <source>values of another width than keys</source>
        <translation>与键宽度不同的值</translation>
    </message>
    <message>
        <source>state-space layers or linear attention other than gated delta nets</source>
        <translation>状态空间层，或门控 delta 网络以外的线性注意力</translation>
    </message>
    <message>
        <source>blocks of a mixer or an MLP alone</source>
        <translation>只有混合方式或只有 MLP 的块</translation>
    </message>
    <message>
        <source>linear attention</source>
        <translation>线性注意力</translation>
    </message>
    <message>
        <source>sparse attention</source>
        <translation>稀疏注意力</translation>
    </message>
    <message>
        <source>gates of attention&apos;s output</source>
        <translation>注意力输出的门控</translation>
    </message>
    <message>
        <source>latent experts</source>
        <translation>潜在专家</translation>
    </message>
    <message>
        <source>Mamba-1</source>
        <translation>Mamba-1</translation>
    </message>
    <message>
        <source>Width that queries come from; empty: hidden</source>
        <translation>查询来自的宽度；留空：等于隐藏宽度</translation>
    </message>
    <message>
        <source>Output rank</source>
        <translation>输出秩</translation>
    </message>
    <message>
        <source>Width of a group of heads between two products of the output; empty: there is one product</source>
        <translation>输出的两次乘法之间，一组头的宽度；留空：只有一次乘法</translation>
    </message>
    <message>
        <source>Output groups</source>
        <translation>输出组数</translation>
    </message>
    <message>
        <source>Groups of heads, each with a product of its own to the output rank</source>
        <translation>头的组数，每组各有一次到输出秩的乘法</translation>
    </message>
    <message>
        <source>Step rank</source>
        <translation>步长秩</translation>
    </message>
    <message>
        <source>Width that the steps of the channels come from, in Mamba-1</source>
        <translation>Mamba-1 中各通道步长来自的宽度</translation>
    </message>
    <message>
        <source>Compression</source>
        <translation>压缩</translation>
    </message>
    <message>
        <source>Tokens of one compressed key, which queries attend to beside those of the window; empty: there are none</source>
        <translation>一个压缩键由多少个 token 合成；查询在窗口之外读取压缩键；留空：没有压缩键</translation>
    </message>
    <message>
        <source>Tokens, or compressed keys, that a query of sparse attention attends to at most; empty: all of them</source>
        <translation>稀疏注意力的一个查询最多读取的 token 数或压缩键数；留空：全部</translation>
    </message>
    <message>
        <source>Residual streams</source>
        <translation>残差流</translation>
    </message>
    <message>
        <source>Residual streams, of the hidden width each, which hyper-connections mix; 1: a plain residual</source>
        <translation>由超连接混合的残差流，每条为隐藏宽度；1：普通残差</translation>
    </message>
    <message>
        <source>Keys and values come from one product (Gemma 4); beside a query rank they are one tensor (DeepSeek-V4)</source>
        <translation>键和值由同一次乘法得到（Gemma 4）；有查询秩时两者是同一个张量（DeepSeek-V4）</translation>
    </message>
    <message>
        <source>is missing beside rope_dim</source>
        <translation>缺少，而给出了 rope_dim</translation>
    </message>
    <message>
        <source>is for decoders with cross-attention beside kv_rank alone</source>
        <translation>在带交叉注意力的解码器中只能与 kv_rank 一起使用</translation>
    </message>
    <message>
        <source>asks for at least 2 tokens, a window, query_rank without kv_rank, and values_are_keys with one key head</source>
        <translation>要求至少 2 个 token、一个窗口、有 query_rank 而没有 kv_rank，并且 values_are_keys 只有一个键头</translation>
    </message>
    <message>
        <source>asks for output_rank, and for a number that divides the {} head(s)</source>
        <translation>要求给出 output_rank，并且能整除 {} 个头</translation>
    </message>
    <message>
        <source>is missing, or value_dim or kv_heads is not 1, beside the mixer &apos;{}&apos;</source>
        <translation>缺少，或 value_dim 或 kv_heads 不是 1，而混合方式是“{}”</translation>
    </message>
    <message>
        <source>is {}, but the run before it writes {}</source>
        <translation>是 {}，而前一段写出 {}</translation>
    </message>
    <message>
        <source>{} groups of heads in front of the output do not divide among {} ranks</source>
        <translation>输出之前的 {} 组头不能均分给 {} 个设备</translation>
    </message>
    <message>
        <source>{} tokens of a rank are not whole compressed keys of {} tokens</source>
        <translation>一个设备的 {} 个 token 不能组成整数个压缩键（每个 {} 个 token）</translation>
    </message>
    <message>
        <source>compressed keys are gathered in a context group: {} ranks are a ring, or exchange heads</source>
        <translation>压缩键在上下文并行组内汇集：这 {} 个设备组成环或交换头</translation>
    </message>
    <message>
        <source>The file is damaged: restore a copy of it, or give another one</source>
        <translation>文件已损坏：请恢复其副本，或指定另一个文件</translation>
    </message>
    <message>
        <source>sets &apos;{}&apos; twice</source>
        <translation>两次设置了“{}”</translation>
    </message>
    <message>
        <source>sets &apos;{}&apos; twice, together with the grid</source>
        <translation>与网格一起两次设置了“{}”</translation>
    </message>
    <message>
        <source>has a member whose name has a control character</source>
        <translation>有一个成员的名称含有控制字符</translation>
    </message>
    <message>
        <source>varies {} members, the limit is {}</source>
        <translation>改变 {} 个成员，上限为 {}</translation>
    </message>
    <message>
        <source>a search for plans of {} does not go on until it is stopped</source>
        <translation>针对 {} 方案的搜索不会一直运行到被停止</translation>
    </message>
    <message>
        <source>Leave the limit of time or the target out</source>
        <translation>去掉时间限制或目标框架</translation>
    </message>
    <message>
        <source>3D parallelism</source>
        <translation>3D 并行</translation>
    </message>
    <message>
        <source>Data, tensor and pipeline parallelism, the same for all layers, even cut, as Megatron-LM and DeepSpeed run it.</source>
        <translation>数据、张量和流水线并行，所有层相同，均匀切分，与 Megatron-LM 和 DeepSpeed 的运行方式一样。</translation>
    </message>
    <message>
        <source>Alpa&apos;s space</source>
        <translation>Alpa 的空间</translation>
    </message>
    <message>
        <source>DP, ZeRO-3 and TP by layer in stages of equal time, no recomputation.</source>
        <translation>各层在 DP、ZeRO-3 和 TP 中选择，各阶段用时相等，不重计算。</translation>
    </message>
    <message>
        <source>{} of {} ranks: {}</source>
        <translation>{}，{} 个 rank：{}</translation>
    </message>
    <message>
        <source>rank {} is not one of the {} devices of the plan</source>
        <translation>rank {} 不在方案的 {} 个设备之中</translation>
    </message>
    <message>
        <source>Give the plan of the traced run, or another rank</source>
        <translation>请给出所跟踪运行的方案，或另一个 rank</translation>
    </message>
    <message>
        <source>has no kernel inside of a step</source>
        <translation>没有属于某一步的内核</translation>
    </message>
    <message>
        <source>Trace a whole step, from its first kernel to its last</source>
        <translation>请跟踪完整的一步，从第一个内核到最后一个</translation>
    </message>
    <message>
        <source>transfers that the plan does not have</source>
        <translation>方案中没有的传输</translation>
    </message>
    <message>
        <source>{}, {} times</source>
        <translation>{}，{} 次</translation>
    </message>
    <message>
        <source>forward and backward</source>
        <translation>前向和反向</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>kernels that nothing launched in the trace</source>
        <translation>跟踪文件中没有启动记录的内核</translation>
    </message>
    <message>
        <source>idle: bubbles, and waiting for the host</source>
        <translation>空闲：气泡，以及等待主机</translation>
    </message>
    <message>
        <source>kernels without a launch in the trace</source>
        <translation>跟踪文件中没有启动记录的内核</translation>
    </message>
    <message>
        <source>copies and fills that nothing hides</source>
        <translation>未被隐藏的复制和填充</translation>
    </message>
    <message>
        <source>is a folder</source>
        <translation>是一个文件夹</translation>
    </message>
    <message>
        <source>Name a trace in it</source>
        <translation>请指定其中的一个跟踪文件</translation>
    </message>
    <message>
        <source>cannot be unpacked: {}</source>
        <translation>无法解压：{}</translation>
    </message>
    <message>
        <source>Copy it again</source>
        <translation>请重新复制</translation>
    </message>
    <message>
        <source>Trace fewer steps</source>
        <translation>请减少跟踪的步数</translation>
    </message>
    <message>
        <source>is not the JSON of a trace, at byte {}</source>
        <translation>在第 {} 字节处不是跟踪文件的 JSON</translation>
    </message>
    <message>
        <source>Give a file that torch.profiler wrote</source>
        <translation>请给出 torch.profiler 写的文件</translation>
    </message>
    <message>
        <source>has more than {} names of kernels</source>
        <translation>内核名称超过 {} 个</translation>
    </message>
    <message>
        <source>has no kernel of a device</source>
        <translation>没有设备内核</translation>
    </message>
    <message>
        <source>Give ProfilerActivity.CUDA to torch.profiler, and trace a whole step</source>
        <translation>请给 torch.profiler 加上 ProfilerActivity.CUDA，并跟踪完整的一步</translation>
    </message>
    <message>
        <source>Text to share</source>
        <translation>用于分享的文本</translation>
    </message>
    <message>
        <source>is a plan of another version</source>
        <translation>是另一版本的方案</translation>
    </message>
    <message>
        <source>Use the newest Parallelogram</source>
        <translation>请使用最新的 Parallelogram</translation>
    </message>
    <message>
        <source>has a letter that no plan&apos;s text has</source>
        <translation>含有方案文本中没有的字符</translation>
    </message>
    <message>
        <source>Copy the whole text again</source>
        <translation>请重新复制整段文本</translation>
    </message>
    <message>
        <source>is cut or changed</source>
        <translation>不完整或被改动过</translation>
    </message>
    <message>
        <source>The filter has more than {} characters</source>
        <translation>筛选超过 {} 个字符</translation>
    </message>
    <message>
        <source>&apos;and&apos; or &apos;or&apos;</source>
        <translation>“and”或“or”</translation>
    </message>
    <message>
        <source>Character {}</source>
        <translation>第 {} 个字符</translation>
    </message>
    <message>
        <source>The filter ends, but needs {}</source>
        <translation>筛选到此结束，但还需要{}</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not {}</source>
        <translation>“{}”不是{}</translation>
    </message>
    <message>
        <source>The filter has more than {} levels of parentheses</source>
        <translation>筛选的括号超过 {} 层</translation>
    </message>
    <message>
        <source>&apos;)&apos;</source>
        <translation>“)”</translation>
    </message>
    <message>
        <source>a column</source>
        <translation>列名</translation>
    </message>
    <message>
        <source>There is no column &apos;{}&apos;</source>
        <translation>没有“{}”列</translation>
    </message>
    <message>
        <source>Use a name of the table&apos;s header</source>
        <translation>使用表头中的名称</translation>
    </message>
    <message>
        <source>one of =, !=, &lt;, &lt;=, &gt;, &gt;= and ~</source>
        <translation>=、!=、&lt;、&lt;=、&gt;、&gt;= 或 ~ 之一</translation>
    </message>
    <message>
        <source>a value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>The quotation mark is not closed</source>
        <translation>引号没有结束</translation>
    </message>
    <message>
        <source>The column &apos;{}&apos; has texts, which &apos;{}&apos; does not compare</source>
        <translation>“{}”列是文本，不能用“{}”比较</translation>
    </message>
    <message>
        <source>Use =, != or ~</source>
        <translation>使用 =、!= 或 ~</translation>
    </message>
    <message>
        <source>The column &apos;{}&apos; has no text &apos;{}&apos;</source>
        <translation>“{}”列没有文本“{}”</translation>
    </message>
    <message>
        <source>The column &apos;{}&apos; has numbers, which &apos;~&apos; does not compare</source>
        <translation>“{}”列是数值，不能用“~”比较</translation>
    </message>
    <message>
        <source>Use =, !=, &lt;, &lt;=, &gt; or &gt;=</source>
        <translation>使用 =、!=、&lt;、&lt;=、&gt; 或 &gt;=</translation>
    </message>
    <message>
        <source>&apos;{}&apos; is not a value of the column &apos;{}&apos;</source>
        <translation>“{}”不是“{}”列的值</translation>
    </message>
    <message>
        <source>Give a number of bytes, or one such as 40 GiB</source>
        <translation>给出字节数，或如 40 GiB 的值</translation>
    </message>
    <message>
        <source>Give a number of seconds, or one such as 3 ms</source>
        <translation>给出秒数，或如 3 ms 的值</translation>
    </message>
    <message>
        <source>Give a share such as 0.05, or 5 %</source>
        <translation>给出比例，如 0.05 或 5 %</translation>
    </message>
    <message>
        <source>Give a number</source>
        <translation>给出一个数</translation>
    </message>
    <message>
        <source>The column is empty</source>
        <translation>该列为空</translation>
    </message>
    <message>
        <source>Its texts are {}</source>
        <translation>其文本为 {}</translation>
    </message>
    <message>
        <source>The request has no plan</source>
        <translation>该请求没有方案</translation>
    </message>
    <message>
        <source>There is no row of this request</source>
        <translation>没有该请求的行</translation>
    </message>
    <message>
        <source>This study has no results yet</source>
        <translation>这项研究还没有结果</translation>
    </message>
    <message>
        <source>Run this command, and open {}: {}</source>
        <translation>运行下面的命令，再打开 {}：{}</translation>
    </message>
    <message>
        <source>{}; no file was written</source>
        <translation>{}；没有写入任何文件</translation>
    </message>
    <message>
        <source>{}; {} of {} files were written</source>
        <translation>{0}；{2} 个文件中已写入 {1} 个</translation>
    </message>
    <message>
        <source>cannot be written</source>
        <translation>无法写入</translation>
    </message>
    <message>
        <source>copies on the device</source>
        <translation>设备上的复制</translation>
    </message>
    <message>
        <source>Run: {}</source>
        <translation>运行：{}</translation>
    </message>
    <message>
        <source>kernels outside of the marked steps: {}</source>
        <translation>标记的步之外的内核：{}</translation>
    </message>
    <message>
        <source>no line has the time of a step</source>
        <translation>没有一行给出单步时间</translation>
    </message>
    <message>
        <source>compute: the trace does not say phases</source>
        <translation>计算：跟踪文件未标明阶段</translation>
    </message>
    <message>
        <source>events without a start or a duration that can be used: {}</source>
        <translation>开始时间或时长不可用的事件：{}</translation>
    </message>
    <message>
        <source>events that begin and do not end: {}</source>
        <translation>有开始而无结束的事件：{}</translation>
    </message>
    <message>
        <source>events that end and did not begin: {}</source>
        <translation>有结束而无开始的事件：{}</translation>
    </message>
    <message>
        <source>events of the device that have neither a duration nor a begin and an end: {}</source>
        <translation>既无时长也无开始和结束的设备事件：{}</translation>
    </message>
    <message>
        <source>has more open events, or is deeper, than a trace may be</source>
        <translation>未结束的事件过多，或嵌套过深</translation>
    </message>
    <message>
        <source>Give a file of: nsys export --type sqlite</source>
        <translation>请给出此命令写出的文件：nsys export --type sqlite</translation>
    </message>
    <message>
        <source>is not an export of Nsight Systems</source>
        <translation>不是 Nsight Systems 导出的文件</translation>
    </message>
    <message>
        <source>Profile with: nsys profile --trace cuda,nvtx</source>
        <translation>请这样采集：nsys profile --trace cuda,nvtx</translation>
    </message>
    <message>
        <source>was not read to its end, because the reading was stopped</source>
        <translation>没有读完，因为读取已停止</translation>
    </message>
    <message>
        <source>cannot have a temporary folder: {}</source>
        <translation>无法创建临时文件夹：{}</translation>
    </message>
    <message>
        <source>Let TMPDIR name a folder that can be written</source>
        <translation>请让 TMPDIR 指向一个可写的文件夹</translation>
    </message>
    <message>
        <source>The search was stopped before it found a plan that it runs</source>
        <translation>搜索在找到它能运行的方案之前就被停止了</translation>
    </message>
    <message>
        <source>is not a whole number from 1 to {}</source>
        <translation>不是 1 到 {} 的整数</translation>
    </message>
    <message>
        <source>has {} nodes, and none of the device with a duration</source>
        <translation>有 {} 个节点，其中没有带时长的设备节点</translation>
    </message>
    <message>
        <source>Give a trace of a run that was measured: chakra_trace_link joins the host&apos;s trace with the one of torch.profiler</source>
        <translation>请给出实测运行的跟踪文件：chakra_trace_link 可将主机的跟踪与 torch.profiler 的跟踪合并</translation>
    </message>
    <message>
        <source>nodes have no start: each one starts when its stream and its dependencies have ended, so that idle time is not known</source>
        <translation>节点没有开始时间：每个节点在其流和依赖结束后开始，因此空闲时间未知</translation>
    </message>
    <message>
        <source>nodes of the device without a duration that can be used: {}</source>
        <translation>时长不可用的设备节点：{}</translation>
    </message>
    <message>
        <source>is an execution trace of PyTorch, which has the operations and not their times</source>
        <translation>是 PyTorch 的执行跟踪，只有操作，没有时间</translation>
    </message>
    <message>
        <source>Give the trace of torch.profiler of the same run, or the file .et that chakra_trace_link and chakra_converter make of both</source>
        <translation>请给出同一次运行的 torch.profiler 跟踪文件，或由 chakra_trace_link 和 chakra_converter 将两者合成的 .et 文件</translation>
    </message>
    <message>
        <source>has a message that is not a node of Chakra, or that ends early</source>
        <translation>有一条消息不是 Chakra 的节点，或提前结束</translation>
    </message>
    <message>
        <source>has more nodes than a trace may have</source>
        <translation>节点数超过跟踪文件的上限</translation>
    </message>
    <message>
        <source>events of the memory of other devices: {}</source>
        <translation>其他设备的显存事件：{}</translation>
    </message>
    <message>
        <source>no sequence of allocations repeats, so no step is known: the peaks alone are compared; record at least three steps</source>
        <translation>没有重复的分配序列，无法得知一步的起止：只比较峰值；请至少记录三步</translation>
    </message>
    <message>
        <source>eighth {} of the step</source>
        <translation>一步的第 {} 个八分之一</translation>
    </message>
    <message>
        <source>peak in tensors, in a step</source>
        <translation>一步之内张量占用的峰值</translation>
    </message>
    <message>
        <source>least in tensors, in a step</source>
        <translation>一步之内张量占用的最小值</translation>
    </message>
    <message>
        <source>peak in tensors, in the whole file</source>
        <translation>整个文件中张量占用的峰值</translation>
    </message>
    <message>
        <source>peak that the allocator reserved</source>
        <translation>分配器保留的峰值</translation>
    </message>
    <message>
        <source>the snapshot has no history: its memory is that of one moment; record it with torch.cuda.memory._record_memory_history()</source>
        <translation>快照没有历史记录：其显存只是一个时刻的；请用 torch.cuda.memory._record_memory_history() 记录</translation>
    </message>
    <message>
        <source>the snapshot has no times: its peak alone is compared</source>
        <translation>快照没有时间：只比较峰值</translation>
    </message>
    <message>
        <source>allocations that failed: {}, the largest one of {}</source>
        <translation>失败的分配：{} 次，最大的一次为 {}</translation>
    </message>
    <message>
        <source>events that release more than is in use: {}</source>
        <translation>释放量超过占用量的事件：{}</translation>
    </message>
    <message>
        <source>has no memory of a device</source>
        <translation>没有设备的显存记录</translation>
    </message>
    <message>
        <source>Give a memory snapshot that torch.cuda.memory._dump_snapshot wrote</source>
        <translation>请给出 torch.cuda.memory._dump_snapshot 写出的显存快照</translation>
    </message>
    <message>
        <source>is a pickle of a protocol above {}</source>
        <translation>是协议版本高于 {} 的 pickle</translation>
    </message>
    <message>
        <source>is a pickle that makes objects of classes or calls functions, which is not safe to read</source>
        <translation>是会创建类的对象或调用函数的 pickle，读取不安全</translation>
    </message>
    <message>
        <source>has the unknown pickle instruction {}</source>
        <translation>含有未知的 pickle 指令 {}</translation>
    </message>
    <message>
        <source>has more than {} values</source>
        <translation>值超过 {} 个</translation>
    </message>
    <message>
        <source>has a text of more than {} bytes</source>
        <translation>有一段文本超过 {} 字节</translation>
    </message>
    <message>
        <source>is a pickle that ends early</source>
        <translation>是提前结束的 pickle</translation>
    </message>
    <message>
        <source>is a pickle whose instructions contradict each other</source>
        <translation>是指令相互矛盾的 pickle</translation>
    </message>
    <message>
        <source>has {} scalars, and none of them is the time of a step</source>
        <translation>有 {} 个标量，其中没有单步时间</translation>
    </message>
    <message>
        <source>Give the scalars of Megatron-LM (with --log-timers-to-tensorboard), torchtitan, NeMo or Transformers</source>
        <translation>请给出 Megatron-LM（带 --log-timers-to-tensorboard）、torchtitan、NeMo 或 Transformers 的标量</translation>
    </message>
    <message>
        <source>has a record with a wrong length or check sum</source>
        <translation>有一条记录的长度或校验和有误</translation>
    </message>
    <message>
        <source>has a record that is not an event of TensorBoard</source>
        <translation>有一条记录不是 TensorBoard 的事件</translation>
    </message>
    <message>
        <source>has more than {} scalars</source>
        <translation>标量超过 {} 个</translation>
    </message>
    <message>
        <source>the last record ends early: {} bytes are left out</source>
        <translation>最后一条记录提前结束：略去 {} 字节</translation>
    </message>
    <message>
        <source>Give a log of Megatron-LM, torchtitan, DeepSpeed, NeMo or Transformers, scalars of TensorBoard, a trace of torch.profiler or Nsight Systems, or a memory snapshot of PyTorch</source>
        <translation>请给出 Megatron-LM、torchtitan、DeepSpeed、NeMo 或 Transformers 的日志，TensorBoard 的标量，torch.profiler 或 Nsight Systems 的跟踪文件，或 PyTorch 的显存快照</translation>
    </message>
    <message>
        <source>has more than {} kernels and allocations</source>
        <translation>内核和分配超过 {} 个</translation>
    </message>
    <message>
        <source>Update efficiency</source>
        <translation>更新效率</translation>
    </message>
    <message>
        <source>not a kind that is read</source>
        <translation>不是可读取的种类</translation>
    </message>
    <message>
        <source>not measured: {}</source>
        <translation>未测量：{}</translation>
    </message>
    <message>
        <source>is another model than that of an earlier line</source>
        <translation>与前面某行的模型不同</translation>
    </message>
    <message>
        <source>Give the measurements of one model</source>
        <translation>请给出同一个模型的测量</translation>
    </message>
    <message>
        <source>is of a model that no line before it describes</source>
        <translation>所属的模型没有在前面任何一行中描述</translation>
    </message>
    <message>
        <source>kept: no rate explains the seconds of attention</source>
        <translation>保留：没有速率能解释注意力的用时</translation>
    </message>
    <message>
        <source>update of the optimizer, as a stream through memory</source>
        <translation>优化器更新，按流经显存计</translation>
    </message>
    <message>
        <source>embedding, head and loss of {}</source>
        <translation>{} 的嵌入、输出层与损失</translation>
    </message>
    <message>
        <source>block of {}, by the kernels alone</source>
        <translation>{} 的块，只按内核</translation>
    </message>
    <message>
        <source>block of {}, with gemm_efficiency fitted to it</source>
        <translation>{} 的块，gemm_efficiency 按它拟合</translation>
    </message>
    <message>
        <source>above the rate of a product alone: the other work of a block is faster than counted</source>
        <translation>高于单独矩阵乘法的速率：块的其他工作比计算的更快</translation>
    </message>
    <message>
        <source>kept: no rate of products explains the seconds of a block</source>
        <translation>保留：没有矩阵乘法速率能解释块的用时</translation>
    </message>
    <message>
        <source>matrix products</source>
        <translation>矩阵乘法</translation>
    </message>
    <message>
        <source>kept: no message of {} is long enough to show it</source>
        <translation>保留：{} 上没有足够长的消息来显示它</translation>
    </message>
    <message>
        <source>messages between two devices</source>
        <translation>两个设备之间的消息</translation>
    </message>
    <message>
        <source>messages reach {} times the bandwidth of {}: is it another link?</source>
        <translation>消息达到带宽的 {} 倍（{}）：是另一种链路吗？</translation>
    </message>
    <message>
        <source>kept: the measured sizes and numbers of devices do not determine it</source>
        <translation>保留：测量的大小和设备数不能确定它</translation>
    </message>
    <message>
        <source>a guess: the measured sizes and numbers of devices do not determine it</source>
        <translation>估计：测量的大小和设备数不能确定它</translation>
    </message>
    <message>
        <source>left out: the cluster has {} device(s). Name a larger one with --cluster</source>
        <translation>略去：集群只有 {} 个设备。用 --cluster 指定更大的集群</translation>
    </message>
    <message>
        <source>the seconds of a kernel contain it</source>
        <translation>内核的用时包含它</translation>
    </message>
    <message>
        <source>a run does not show kernels beside transfers and alone</source>
        <translation>一次运行不能同时显示内核与传输重叠时和单独时的用时</translation>
    </message>
    <message>
        <source>the model has measured layers, whose seconds follow no constant</source>
        <translation>模型有实测的层，其用时不随任何常数变化</translation>
    </message>
    <message>
        <source>a trace does not tell recomputation from forward</source>
        <translation>跟踪文件没有区分重计算与前向</translation>
    </message>
    <message>
        <source>the run has no such kernels</source>
        <translation>运行中没有这种内核</translation>
    </message>
    <message>
        <source>the plan has no such kernels</source>
        <translation>方案中没有这种内核</translation>
    </message>
    <message>
        <source>no share from 1 % to 100 % explains the seconds of the kernels</source>
        <translation>1 % 到 100 % 之间没有比例能解释内核的用时</translation>
    </message>
    <message>
        <source>the optimizer also multiplies matrices</source>
        <translation>优化器还做矩阵乘法</translation>
    </message>
    <message>
        <source>the host updates weights, too</source>
        <translation>主机也更新权重</translation>
    </message>
    <message>
        <source>kernels that send and receive also wait for the other stage</source>
        <translation>发送和接收的内核也在等待另一阶段</translation>
    </message>
    <message>
        <source>no transfer of known size crosses it</source>
        <translation>没有已知大小的传输经过它</translation>
    </message>
    <message>
        <source>its transfers are too short, or another link holds them up</source>
        <translation>它的传输太短，或被另一条链路拖住</translation>
    </message>
    <message>
        <source>has devices of several kinds or speeds, which a run does not tell apart</source>
        <translation>有几种设备或几种速度，一次运行无法区分</translation>
    </message>
    <message>
        <source>Give the run of a plan on devices of one kind</source>
        <translation>请给出只有一种设备的方案的运行</translation>
    </message>
    <message>
        <source>measured here</source>
        <translation>本机实测</translation>
    </message>
    <message>
        <source>Record fewer events: max_entries of torch.cuda.memory._record_memory_history</source>
        <translation>请记录较少的事件：torch.cuda.memory._record_memory_history 的 max_entries</translation>
    </message>
    <message>
        <source>only the first {} MiB are read</source>
        <translation>只读取前 {} MiB</translation>
    </message>
    <message>
        <source>has no whole record with a scalar</source>
        <translation>没有完整的标量记录</translation>
    </message>
    <message>
        <source>number of figures that are left out, as they are too small or too large for a step: {}</source>
        <translation>因对一步来说太小或太大而未计入的数值个数：{}</translation>
    </message>
</context>
<context>
    <name>DeploymentText</name>
    <message>
        <source>INT4, groups of %1</source>
        <translation>INT4，每组 %1</translation>
    </message>
    <message>
        <source>Not Pruned</source>
        <translation>不剪枝</translation>
    </message>
    <message>
        <source>Structured %1</source>
        <translation>结构化 %1</translation>
    </message>
    <message>
        <source>Unstructured %1</source>
        <translation>非结构化 %1</translation>
    </message>
    <message>
        <source>2:4 Sparse</source>
        <translation>2:4 稀疏</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>bandwidth</source>
        <translation>带宽</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>通信</translation>
    </message>
    <message numerus="yes">
        <source>%n sequence(s) at once, prompts of %1 tokens, %2 generated</source>
        <translation>
            <numerusform>同时 %n 个序列，提示 %1 个 token，生成 %2 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Token, batch 1</source>
        <translation>每 token，批次 1</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>首 token</translation>
    </message>
    <message>
        <source>Tokens/s of a batch</source>
        <translation>一批的 token/秒</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 to %3, median %4, %n measured row(s)</source>
        <translation>
            <numerusform>%1：%2 至 %3，中位数 %4，%n 行实测</numerusform>
        </translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>TP</source>
        <translation>TP</translation>
    </message>
    <message>
        <source>PP</source>
        <translation>PP</translation>
    </message>
    <message>
        <source>Fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Weights per device</source>
        <translation>每设备权重</translation>
    </message>
    <message>
        <source>Cache per device</source>
        <translation>每设备缓存</translation>
    </message>
    <message>
        <source>Workspace</source>
        <translation>工作区</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Most sequences</source>
        <translation>最多序列数</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>每 token</translation>
    </message>
    <message>
        <source>Token bound by</source>
        <translation>每 token 受限于</translation>
    </message>
    <message>
        <source>Prompt bound by</source>
        <translation>提示受限于</translation>
    </message>
    <message>
        <source>does not fit: %1 of %2</source>
        <translation>放不下：%1，预算 %2</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Memory of the fullest device, and its budget</source>
        <translation>最满设备的显存与预算</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>单设备显存</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Bound by</source>
        <translation>受限于</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Context and workspace</source>
        <translation>上下文与工作区</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Not served because</source>
        <translation>不能部署的原因</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>词表</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Least energy</source>
        <translation>能耗最低</translation>
    </message>
    <message>
        <source>Least latency</source>
        <translation>延迟最低</translation>
    </message>
    <message>
        <source>%1 alone</source>
        <translation>仅 %1</translation>
    </message>
    <message>
        <source>A model for each task</source>
        <translation>每个任务一个模型</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Energy, J</source>
        <translation>能耗，J</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Edge memory</source>
        <translation>边缘存储</translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) share the model, adapters of width %1, %2 tokens per inference</source>
        <translation>
            <numerusform>%n 个任务共享模型，适配器宽度 %1，每次推理 %2 个 token</numerusform>
        </translation>
    </message>
    <message>
        <source>Tensors</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Written</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>Energy</source>
        <translation>能耗</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Between two tasks nothing moves where they share the model. A model for each task is loaded in %1, with %2.</source>
        <translation>共享模型时，切换任务不必搬动任何数据。若每个任务一个模型，加载需 %1，耗能 %2。</translation>
    </message>
    <message>
        <source>Per inference, memory alone: computing is not counted. The memories are an example: energies of SRAM and DRAM are published ones, the others guessed.</source>
        <translation>按每次推理计，只含存储：不计计算。各级存储为示例：SRAM 与 DRAM 的能耗取自文献，其余为估计。</translation>
    </message>
    <message>
        <source>Time per token under load</source>
        <translation>有负载时每个 token 的时间</translation>
    </message>
    <message>
        <source>Replicas</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Tokens/s per replica</source>
        <translation>每个副本的 token/秒</translation>
    </message>
    <message>
        <source>Tokens/s under load</source>
        <translation>有负载时的 token/秒</translation>
    </message>
    <message>
        <source>Under load</source>
        <translation>有负载时</translation>
    </message>
    <message>
        <source>Accuracy against measurements: %1</source>
        <translation>与实测相比的准确度：%1</translation>
    </message>
</context>
<context>
    <name>DeviceMap</name>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Memory of every device at its peak</source>
        <translation>每个设备的显存峰值</translation>
    </message>
    <message>
        <source>100 % of budget</source>
        <translation>预算的 100 %</translation>
    </message>
    <message>
        <source>over</source>
        <translation>超出</translation>
    </message>
    <message>
        <source>node %1</source>
        <translation>节点 %1</translation>
    </message>
    <message>
        <source>nodes %1–%2, %3 alike</source>
        <translation>节点 %1–%2，%3 个相同</translation>
    </message>
    <message>
        <source>nodes %1–%2</source>
        <translation>节点 %1–%2</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>stages %1–%2</source>
        <translation>阶段 %1–%2</translation>
    </message>
    <message numerus="yes">
        <source>%n device(s) in nodes of %1, fullest %2 of %3</source>
        <translation>
            <numerusform>%n 个设备，每节点 %1 个，最满的用了 %2，共 %3</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditText</name>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Strategies: %1</source>
        <translation>策略：%1</translation>
    </message>
    <message>
        <source>Start stage %1 at %2</source>
        <translation>阶段 %1 从 %2 开始</translation>
    </message>
    <message>
        <source>Rename to “%1”</source>
        <translation>重命名为“%1”</translation>
    </message>
    <message>
        <source>Batch %1 → %2</source>
        <translation>批大小 %1 → %2</translation>
    </message>
    <message>
        <source>Micro-batches %1 → %2</source>
        <translation>微批次 %1 → %2</translation>
    </message>
    <message>
        <source>Schedule %1 → %2</source>
        <translation>调度 %1 → %2</translation>
    </message>
    <message>
        <source>Start chunk %1 of stage %2 at %3</source>
        <translation>阶段 %2 的分块 %1 从 %3 开始</translation>
    </message>
    <message>
        <source>Slices %1 → %2</source>
        <translation>切片 %1 → %2</translation>
    </message>
    <message>
        <source>Slice lengths %1</source>
        <translation>切片长度 %1</translation>
    </message>
    <message>
        <source>Slices of equal work</source>
        <translation>等工作量切片</translation>
    </message>
</context>
<context>
    <name>ErrorText</name>
    <message>
        <source>%1.</source>
        <translation>%1。</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>%1. %2.</source>
        <translation>%1。%2。</translation>
    </message>
    <message>
        <source>%1: %2. %3.</source>
        <translation>%1：%2。%3。</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>in compute precision, divided by tensor and ZeRO-3 shards</source>
        <translation>计算精度，按张量并行与 ZeRO-3 切分</translation>
    </message>
    <message>
        <source>as accumulated, divided from ZeRO-2 on</source>
        <translation>累积所用精度，ZeRO-2 起切分</translation>
    </message>
    <message>
        <source>master copy and moments, divided from ZeRO-1 on</source>
        <translation>主权重与动量，ZeRO-1 起切分</translation>
    </message>
    <message>
        <source>kept bytes of a micro-batch × micro-batches in flight</source>
        <translation>每个微批次保留的字节 × 在途微批次</translation>
    </message>
    <message>
        <source>of the layer whose backward needs most</source>
        <translation>反向需要最多的那一层</translation>
    </message>
    <message>
        <source>device context and communication buffers</source>
        <translation>设备上下文与通信缓冲区</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>batch / step time = %1 / %2</source>
        <translation>批大小 / 单步时间 = %1 / %2</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Σ stage time with sync + (m − 1) × slowest stage, m = %1</source>
        <translation>Σ 含同步的阶段时间 + (m − 1) × 最慢阶段，m = %1</translation>
    </message>
    <message>
        <source>Step by the paper&apos;s sum</source>
        <translation>论文公式的单步时间</translation>
    </message>
    <message>
        <source>Tokens per second per device</source>
        <translation>单设备 token/秒</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 token/秒</translation>
    </message>
    <message>
        <source>batch × sequence / (step time × devices) = %1 × %2 / (%3 × %4)</source>
        <translation>批大小 × 序列长度 / （单步时间 × 设备数） = %1 × %2 / （%3 × %4）</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>of the fullest stage; usable budget %1</source>
        <translation>最满的阶段；可用预算 %1</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>idle share of all stages, simulated</source>
        <translation>所有阶段的空闲占比（模拟）</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>暴露的通信</translation>
    </message>
    <message>
        <source>per step, worst stage</source>
        <translation>每步，暴露最多的阶段</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Stage %1 of %2</source>
        <translation>阶段 %1（共 %2 个）</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Time of a micro-batch</source>
        <translation>每个微批次的时间</translation>
    </message>
    <message>
        <source>forward %1 + backward %2</source>
        <translation>前向 %1 + 反向 %2</translation>
    </message>
    <message>
        <source>Gradient sync</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>what it adds to the last micro-batch</source>
        <translation>给最后一个微批次增加的时间</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>from the neighbouring stages, inside the time</source>
        <translation>来自相邻阶段，已计入时间</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>once per step</source>
        <translation>每步一次</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>idle time in a step, simulated</source>
        <translation>一步中的空闲时间（模拟）</translation>
    </message>
    <message>
        <source>%1, stage %2 of %3, m = %4</source>
        <translation>%1，阶段 %2（共 %3 个），m = %4</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>单设备显存</translation>
    </message>
    <message>
        <source>usable budget %1</source>
        <translation>可用预算 %1</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>one micro-batch, exposed communication inside</source>
        <translation>一个微批次，含暴露的通信</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>one micro-batch, recomputation inside</source>
        <translation>一个微批次，含重计算</translation>
    </message>
    <message>
        <source>per step</source>
        <translation>每步</translation>
    </message>
    <message>
        <source>Transformation</source>
        <translation>转换</translation>
    </message>
    <message>
        <source>re-layout of the activation from the layer before, forward and backward</source>
        <translation>前一层激活的重排布，前向与反向</translation>
    </message>
    <message>
        <source>States</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>weights %1 + gradients %2 + optimizer %3</source>
        <translation>权重 %1 + 梯度 %2 + 优化器 %3</translation>
    </message>
    <message>
        <source>Activations per micro-batch</source>
        <translation>每个微批次的激活</translation>
    </message>
    <message>
        <source>tensors that backward reads, on one device</source>
        <translation>反向要读取的张量，单个设备</translation>
    </message>
    <message>
        <source>Transient</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>extra while the layer&apos;s own backward runs; the largest of the range</source>
        <translation>本层反向时的额外显存；取所选层中最大者</translation>
    </message>
    <message>
        <source>Constants</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>GEMM efficiency</source>
        <translation>GEMM 效率</translation>
    </message>
    <message>
        <source>Memory efficiency</source>
        <translation>显存带宽效率</translation>
    </message>
    <message>
        <source>Launch of an operator</source>
        <translation>算子启动</translation>
    </message>
    <message>
        <source>Overlap slowdown</source>
        <translation>重叠减速</translation>
    </message>
    <message>
        <source>Memory reserve</source>
        <translation>显存保留</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>Σ (once per step + c) + max (m × t − c), c = %2, m = %1</source>
        <translation>Σ（每步一次 + c）+ max（m × t − c），c = %2，m = %1</translation>
    </message>
    <message>
        <source>Host memory per device</source>
        <translation>每设备的主机内存</translation>
    </message>
    <message>
        <source>offloaded activations and states</source>
        <translation>卸载的激活与状态</translation>
    </message>
    <message>
        <source>Host: %1</source>
        <translation>主机：%1</translation>
    </message>
    <message>
        <source>Update on the host</source>
        <translation>主机上的参数更新</translation>
    </message>
    <message>
        <source>Expected of a run</source>
        <translation>实测预期</translation>
    </message>
    <message>
        <source>Devices that share it</source>
        <translation>共享它的设备</translation>
    </message>
    <message>
        <source>simulated, operation by operation under %1</source>
        <translation>按 %1 逐操作模拟</translation>
    </message>
    <message>
        <source>%1 of a micro-batch × %2 in flight; %3</source>
        <translation>每个微批次 %1 × %2 个在途；%3</translation>
    </message>
    <message>
        <source>what it has is not known</source>
        <translation>其内存大小不得而知</translation>
    </message>
    <message>
        <source>it has %1</source>
        <translation>其内存为 %1</translation>
    </message>
    <message>
        <source>Host memory per node</source>
        <translation>每个节点的主机内存</translation>
    </message>
    <message>
        <source>chunk %1</source>
        <translation>分块 %1</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>transient</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>context</source>
        <translation>上下文</translation>
    </message>
    <message numerus="yes">
        <source>FLOP of the model / (step time × peak of %n device(s))</source>
        <translation>
            <numerusform>模型 FLOP / （单步时间 × %n 个设备的峰值）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n device(s); %1</source>
        <translation>
            <numerusform>共 %n 个设备；%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n layer(s))</source>
        <translation>
            <numerusform>%1（%n 层）</numerusform>
        </translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>beyond the activations whose place they take, divided from ZeRO-2 on</source>
        <translation>超出其所取代的激活的部分，ZeRO-2 起分片</translation>
    </message>
    <message>
        <source>Memory shown by the driver</source>
        <translation>驱动显示的显存</translation>
    </message>
    <message>
        <source>of the device with most, as nvidia-smi or rocm-smi shows it</source>
        <translation>占用最多的设备，与 nvidia-smi 或 rocm-smi 的显示一致</translation>
    </message>
    <message numerus="yes">
        <source>tensors, %1 in reserve, %2 of context, %3 of buffers of %n communicator(s)</source>
        <translation>
            <numerusform>张量，另有预留 %1、上下文 %2、%n 个通信组的缓冲区 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>Update efficiency</source>
        <translation>更新效率</translation>
    </message>
</context>
<context>
    <name>FidelityText</name>
    <message>
        <source>other devices</source>
        <translation>其他设备</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>Error of each run</source>
        <translation>每次运行的误差</translation>
    </message>
    <message>
        <source>suite</source>
        <translation>套件</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>skipped</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>mean %</source>
        <translation>平均 %</translation>
    </message>
    <message>
        <source>bias %</source>
        <translation>偏差 %</translation>
    </message>
    <message>
        <source>p90 %</source>
        <translation>p90 %</translation>
    </message>
    <message>
        <source>all suites</source>
        <translation>全部套件</translation>
    </message>
    <message numerus="yes">
        <source>and %n more: Page Down</source>
        <translation>
            <numerusform>另有 %n 个：Page Down</numerusform>
        </translation>
    </message>
    <message>
        <source>No run of this choice can be predicted</source>
        <translation>此选择中没有可以预测的运行</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>predicted (up) over measured (right); shaded: within 10 % and 20 %</source>
        <translation>纵轴为预测，横轴为实测；阴影为 10 % 与 20 % 以内</translation>
    </message>
    <message>
        <source>predicted over measured</source>
        <translation>预测对实测</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>套件</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Not predicted because</source>
        <translation>未预测的原因</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Predicted against measured</source>
        <translation>预测与实测</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s)</source>
        <translation>
            <numerusform>%n 次运行</numerusform>
        </translation>
    </message>
    <message>
        <source>mean error %1</source>
        <translation>平均误差 %1</translation>
    </message>
    <message>
        <source>relative error of the prediction, by measured value</source>
        <translation>预测的相对误差，按实测值</translation>
    </message>
    <message>
        <source>by measured value</source>
        <translation>按实测值</translation>
    </message>
</context>
<context>
    <name>FinderEntries</name>
    <message>
        <source>Plans</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Scenario ▸ Model</source>
        <translation>场景 ▸ 模型</translation>
    </message>
    <message>
        <source>Scenario ▸ Cluster</source>
        <translation>场景 ▸ 集群</translation>
    </message>
    <message>
        <source>Scenario ▸ Space</source>
        <translation>场景 ▸ 空间</translation>
    </message>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>View ▸ %1</source>
        <translation>视图 ▸ %1</translation>
    </message>
    <message>
        <source>Copy Table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Show as Table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <source>Scenario ▸ %1</source>
        <translation>场景 ▸ %1</translation>
    </message>
</context>
<context>
    <name>Forms</name>
    <message>
        <source>“%1” is not in the list. Type a part of a name, or open the list</source>
        <translation>列表中没有“%1”。请输入名称的一部分，或打开列表</translation>
    </message>
</context>
<context>
    <name>Handout</name>
    <message numerus="yes">
        <source>**Solutions.** About %n minute(s).</source>
        <translation>
            <numerusform>**解答。** 约 %n 分钟。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %n minute(s). Name: ______________________________</source>
        <translation>
            <numerusform>约 %n 分钟。姓名：______________________________</numerusform>
        </translation>
    </message>
    <message>
        <source>**To do.** %1</source>
        <translation>**任务。** %1</translation>
    </message>
    <message>
        <source>**Try further.** %1</source>
        <translation>**继续探索。** %1</translation>
    </message>
    <message>
        <source>**Question.** %1</source>
        <translation>**问题。** %1</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>步骤</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>**Speaker&apos;s notes.** %1</source>
        <translation>**讲者备注。** %1</translation>
    </message>
</context>
<context>
    <name>HelpPage</name>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>套件</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>略过</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>平均</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>偏差</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>单位</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>来历</translation>
    </message>
    <message>
        <source>On what</source>
        <translation>依据</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>*the figures are being computed*</source>
        <translation>*正在计算*</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>性质</translation>
    </message>
    <message>
        <source>What it can run</source>
        <translation>能运行什么</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>does not run</source>
        <translation>不能运行</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
</context>
<context>
    <name>KeepingText</name>
    <message>
        <source>If memory were unlimited</source>
        <translation>显存不限时</translation>
    </message>
    <message>
        <source>Best mix</source>
        <translation>最优组合</translation>
    </message>
    <message>
        <source>Swapping alone</source>
        <translation>只换出</translation>
    </message>
    <message>
        <source>Recomputing alone</source>
        <translation>只重计算</translation>
    </message>
    <message>
        <source>This mix</source>
        <translation>当前组合</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>换出</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Copy to host</source>
        <translation>拷到主机</translation>
    </message>
    <message>
        <source>Copy from host</source>
        <translation>从主机拷回</translation>
    </message>
    <message>
        <source>Forward again</source>
        <translation>重做前向</translation>
    </message>
    <message>
        <source>Block %1</source>
        <translation>块 %1</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>无法运行</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Mix</source>
        <translation>组合</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Lower bound of any way</source>
        <translation>任何方式都不低于</translation>
    </message>
    <message>
        <source>Kept tensors</source>
        <translation>保留的张量</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Memory at the start of forward</source>
        <translation>前向开始时占用</translation>
    </message>
    <message>
        <source>Held as the backward begins</source>
        <translation>反向开始时占用</translation>
    </message>
    <message>
        <source>%1 begins</source>
        <translation>%1开始</translation>
    </message>
    <message>
        <source>%1 ends</source>
        <translation>%1结束</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>块</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>To host</source>
        <translation>到主机</translation>
    </message>
    <message>
        <source>From host</source>
        <translation>自主机</translation>
    </message>
    <message>
        <source>optimal</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>within %1 of the optimum</source>
        <translation>距最优不超过 %1</translation>
    </message>
    <message>
        <source>%1 out of core: %2 per micro-batch</source>
        <translation>%1 核外：每个微批次 %2</translation>
    </message>
    <message>
        <source>%1 out of core</source>
        <translation>%1 核外</translation>
    </message>
    <message>
        <source>Host copy</source>
        <translation>主机拷贝</translation>
    </message>
    <message>
        <source>No mix can run: what one block holds alone does not fit into %1</source>
        <translation>没有可运行的组合：单独一个块的张量就放不进 %1</translation>
    </message>
    <message>
        <source>This mix cannot run: some block never finds memory for its tensors</source>
        <translation>这一组合无法运行：有的块始终等不到存放张量的显存</translation>
    </message>
    <message>
        <source>Host updates block by block</source>
        <translation>主机逐块更新</translation>
    </message>
    <message>
        <source>Host updates at the end</source>
        <translation>主机最后更新</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>至多 %1</translation>
    </message>
</context>
<context>
    <name>MeasuredTrack</name>
    <message>
        <source>Transfer that the plan does not have</source>
        <translation>方案中没有的传输</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Compute of an unknown phase</source>
        <translation>阶段未知的计算</translation>
    </message>
</context>
<context>
    <name>MemoryPicture</name>
    <message>
        <source>%1, %2 over</source>
        <translation>%1，超出 %2</translation>
    </message>
    <message>
        <source>Peak memory per device</source>
        <translation>单设备显存峰值</translation>
    </message>
    <message>
        <source>over the step; grey: states and context</source>
        <translation>一步之内；灰色：状态与上下文</translation>
    </message>
    <message>
        <source>budget %1</source>
        <translation>预算 %1</translation>
    </message>
    <message>
        <source>over the step</source>
        <translation>一步之内</translation>
    </message>
    <message>
        <source>Stages %1–%2</source>
        <translation>阶段 %1–%2</translation>
    </message>
    <message>
        <source>fullest in stage %1: %2 of %3; the driver would show %4</source>
        <translation>阶段 %1 占用最多：%2，可用 %3；驱动会显示 %4</translation>
    </message>
</context>
<context>
    <name>PictureCaption</name>
    <message>
        <source>%1, sequence %2, on %3 (%4)</source>
        <translation>%1，序列长度 %2，运行于 %3（%4）</translation>
    </message>
    <message>
        <source>batch %1, %2, %3</source>
        <translation>批大小 %1，%2，%3</translation>
    </message>
    <message>
        <source>step %1, %2 samples/s, memory %3 of %4</source>
        <translation>单步 %1，每秒 %2 个样本，显存 %3，共 %4</translation>
    </message>
    <message>
        <source>measured or fitted constants</source>
        <translation>测得或拟合的常数</translation>
    </message>
    <message>
        <source>constants of which %1 of %2 are guessed</source>
        <translation>常数（%2 个中有 %1 个是估计）</translation>
    </message>
    <message>
        <source>Exact: parameters, states and bytes sent, as counted from the model and the plan. Estimated: seconds, by %1 of this cluster; activations and temporary memory, by formula.</source>
        <translation>精确：参数、状态和传输字节数，由模型和方案数出。估计：时间，依据此集群的%1；激活和临时显存，依据公式。</translation>
    </message>
</context>
<context>
    <name>PictureChoices</name>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
    <message>
        <source>SVG, its text can be edited (*.svg)</source>
        <translation>SVG，文字可编辑 (*.svg)</translation>
    </message>
    <message>
        <source>PDF, one page (*.pdf)</source>
        <translation>PDF，单页 (*.pdf)</translation>
    </message>
    <message>
        <source>PNG (*.png)</source>
        <translation>PNG (*.png)</translation>
    </message>
</context>
<context>
    <name>PictureExport</name>
    <message>
        <source>%1 is no picture file: its name must end in .png, .svg or .pdf</source>
        <translation>%1 不是图片文件：文件名须以 .png、.svg 或 .pdf 结尾</translation>
    </message>
    <message>
        <source>The picture is too large for a PNG file</source>
        <translation>图片太大，无法存为 PNG 文件</translation>
    </message>
</context>
<context>
    <name>Place</name>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>Alternatives</source>
        <translation>备选</translation>
    </message>
    <message>
        <source>What If</source>
        <translation>假如</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
</context>
<context>
    <name>PlanNames</name>
    <message>
        <source>batch %1</source>
        <translation>批 %1</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 token</translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n 个阶段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n 个微批次</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, as planned</source>
        <translation>%1（规划原样）</translation>
    </message>
    <message>
        <source>rank %1</source>
        <translation>设备 %1</translation>
    </message>
</context>
<context>
    <name>Presets</name>
    <message>
        <source>BERT-large over 10 Gb/s Ethernet</source>
        <translation>BERT-large，10 Gb/s 以太网</translation>
    </message>
    <message>
        <source>BERT-Huge-32 in 5 GiB</source>
        <translation>BERT-Huge-32，5 GiB 显存</translation>
    </message>
    <message>
        <source>BERT-Huge-32 in 8 GiB</source>
        <translation>BERT-Huge-32，8 GiB 显存</translation>
    </message>
    <message>
        <source>GPT-3 175B on 8 DGX A100</source>
        <translation>GPT-3 175B，8 台 DGX A100</translation>
    </message>
    <message>
        <source>GPT-3 65B on 64 A100</source>
        <translation>GPT-3 65B，64 × A100</translation>
    </message>
    <message>
        <source>Llama 2 7B on one DGX A100</source>
        <translation>Llama 2 7B，一台 DGX A100</translation>
    </message>
    <message>
        <source>ResNet-50, data parallelism</source>
        <translation>ResNet-50，数据并行</translation>
    </message>
    <message>
        <source>Swin-Huge-32 in 8 GiB</source>
        <translation>Swin-Huge-32，8 GiB 显存</translation>
    </message>
    <message>
        <source>T5-512/4-32 in 4 GiB</source>
        <translation>T5-512/4-32，4 GiB 显存</translation>
    </message>
    <message>
        <source>4 hosts, one RTX 3090 each, Ethernet 10 Gb/s</source>
        <translation>4 台主机，各一块 RTX 3090，以太网 10 Gb/s</translation>
    </message>
    <message>
        <source>GPT-3 6.7B on 8 consumer hosts</source>
        <translation>8 台消费级主机上的 GPT-3 6.7B</translation>
    </message>
    <message>
        <source>8 hosts, one RTX 3090 each, Internet 1 Gb/s</source>
        <translation>8 台主机，各一块 RTX 3090，互联网 1 Gb/s</translation>
    </message>
    <message>
        <source>GPT-3 2.7B, 64 × 2,048 tokens</source>
        <translation>GPT-3 2.7B，64 × 2,048 token</translation>
    </message>
    <message>
        <source>GPT-3 13B, 4 × 32,768 tokens</source>
        <translation>GPT-3 13B，4 × 32,768 token</translation>
    </message>
    <message>
        <source>GPT-2 XL with attention scores kept</source>
        <translation>GPT-2 XL，保留注意力分数</translation>
    </message>
    <message>
        <source>GPT-3 2.7B on 4 hosts, 10 Gb/s</source>
        <translation>GPT-3 2.7B，4 台主机，10 Gb/s</translation>
    </message>
    <message>
        <source>Llama 2 7B, 32k tokens, out of core</source>
        <translation>Llama 2 7B，32k token，核外训练</translation>
    </message>
    <message>
        <source>Llama 2 13B served on RTX 4090</source>
        <translation>Llama 2 13B 部署于 RTX 4090</translation>
    </message>
    <message>
        <source>Llama 3 8B served with long prompts</source>
        <translation>Llama 3 8B 部署，长提示</translation>
    </message>
    <message>
        <source>BERT-Huge-32, learned</source>
        <translation>BERT-Huge-32，由学习得出</translation>
    </message>
    <message>
        <source>GPT-3 65B, learned</source>
        <translation>GPT-3 65B，由学习得出</translation>
    </message>
    <message>
        <source>ResNet-200, 72 images per device, out of core</source>
        <translation>ResNet-200，每设备 72 张图像，核外训练</translation>
    </message>
    <message>
        <source>Unrolled restoration (example)</source>
        <translation>展开式图像复原网络（示例）</translation>
    </message>
    <message>
        <source>BERT-large, one tensor group of 8</source>
        <translation>BERT-large，8 个设备为一个张量组</translation>
    </message>
    <message>
        <source>GPT-3 13B, a line beside grids</source>
        <translation>GPT-3 13B，一行与网格对照</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed, bfloat16</source>
        <translation>Megatron-DeepSpeed，bfloat16</translation>
    </message>
    <message>
        <source>as BLOOM was trained: gradients in 32 bits beside those in 16</source>
        <translation>与 BLOOM 的训练相同：16 位梯度之外另存 32 位梯度</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed, float16</source>
        <translation>Megatron-DeepSpeed，float16</translation>
    </message>
    <message>
        <source>as BLOOM&apos;s prequels were trained: gradients in 16 bits, and a copy in 32</source>
        <translation>与 BLOOM 前期模型的训练相同：16 位梯度，另存一份 32 位副本</translation>
    </message>
    <message>
        <source>DeepSpeed ZeRO-3 up to 2022</source>
        <translation>DeepSpeed ZeRO-3（2022 年及以前）</translation>
    </message>
    <message>
        <source>weights gathered tensor by tensor, beside nothing</source>
        <translation>权重逐张量收集，不被任何计算掩盖</translation>
    </message>
    <message>
        <source>Megatron-DeepSpeed up to 2022</source>
        <translation>Megatron-DeepSpeed（2022 年及以前）</translation>
    </message>
    <message>
        <source>eager kernels; gradients summed after the last backward</source>
        <translation>逐个执行的算子；最后一次反向之后才对梯度求和</translation>
    </message>
    <message>
        <source>Megatron-LM up to 2022</source>
        <translation>Megatron-LM（2022 年及以前）</translation>
    </message>
    <message>
        <source>NeMo, overlapped dispatch</source>
        <translation>NeMo，分发被掩盖</translation>
    </message>
    <message>
        <source>as NeMo, with DeepEP; tokens travel to their experts beside the compute of another micro-batch</source>
        <translation>同 NeMo，使用 DeepEP；token 前往专家的传输由另一个微批次的计算掩盖</translation>
    </message>
    <message>
        <source>NeMo, fused dispatch</source>
        <translation>NeMo，融合分发</translation>
    </message>
    <message>
        <source>as NeMo; tokens travel to their experts by DeepEP (Hopper) or HybridEP (Blackwell)</source>
        <translation>同 NeMo；token 经 DeepEP（Hopper）或 HybridEP（Blackwell）前往专家</translation>
    </message>
    <message>
        <source>DeepSeek&apos;s HAI-LLM</source>
        <translation>DeepSeek 的 HAI-LLM</translation>
    </message>
    <message>
        <source>as the report of DeepSeek-V3 says: tokens travel to their experts in 8 bits, beside the compute of another micro-batch</source>
        <translation>如 DeepSeek-V3 报告所述：token 以 8 位前往专家，由另一个微批次的计算掩盖</translation>
    </message>
    <message>
        <source>Megatron-Bridge</source>
        <translation>Megatron-Bridge</translation>
    </message>
    <message>
        <source>its usual recipes: tokens travel to their experts beside the shared ones</source>
        <translation>其常用示例：token 前往专家的传输由共享专家的计算掩盖</translation>
    </message>
    <message>
        <source>NeMo</source>
        <translation>NeMo</translation>
    </message>
    <message>
        <source>Megatron-Core as the published performance recipes set it: all overlaps on</source>
        <translation>按已公布的性能示例设置的 Megatron-Core：通信尽可能掩盖</translation>
    </message>
    <message>
        <source>Megatron-Core</source>
        <translation>Megatron-Core</translation>
    </message>
    <message>
        <source>with its defaults: gradients summed after the last backward</source>
        <translation>默认设置：最后一次反向之后才对梯度求和</translation>
    </message>
    <message>
        <source>PaddleNLP</source>
        <translation>PaddleNLP</translation>
    </message>
    <message>
        <source>with its defaults: norms step by step</source>
        <translation>默认设置：归一化逐步执行</translation>
    </message>
    <message>
        <source>nanotron</source>
        <translation>nanotron</translation>
    </message>
    <message>
        <source>stages balanced with the head; an unfused loss</source>
        <translation>各阶段连同输出头一起均衡；损失未融合</translation>
    </message>
    <message>
        <source>fms-fsdp</source>
        <translation>fms-fsdp</translation>
    </message>
    <message>
        <source>FSDP; gradients summed in 16 bits</source>
        <translation>FSDP；以 16 位对梯度求和</translation>
    </message>
    <message>
        <source>llm-foundry on Composer</source>
        <translation>基于 Composer 的 llm-foundry</translation>
    </message>
    <message>
        <source>FSDP with a fused loss</source>
        <translation>FSDP，损失已融合</translation>
    </message>
    <message>
        <source>PyTorch FSDP, compiled, 8 bits by row</source>
        <translation>PyTorch FSDP，已编译，按行 8 位</translation>
    </message>
    <message>
        <source>by torch.compile, in 8 bits with a scale for each row</source>
        <translation>经 torch.compile，8 位，每行一个缩放因子</translation>
    </message>
    <message>
        <source>PyTorch FSDP, compiled</source>
        <translation>PyTorch FSDP，已编译</translation>
    </message>
    <message>
        <source>by torch.compile: fused kernels</source>
        <translation>经 torch.compile：融合算子</translation>
    </message>
    <message>
        <source>PyTorch FSDP</source>
        <translation>PyTorch FSDP</translation>
    </message>
    <message>
        <source>eager kernels; sharded states, gradient sync overlapped</source>
        <translation>逐个执行的算子；状态分片，梯度同步被掩盖</translation>
    </message>
    <message>
        <source>eager kernels; gradients made anew in each step</source>
        <translation>逐个执行的算子；每步重新生成梯度</translation>
    </message>
    <message>
        <source>HF Transformers</source>
        <translation>HF Transformers</translation>
    </message>
    <message>
        <source>Meta&apos;s Llama 3 trainer</source>
        <translation>Meta 的 Llama 3 训练框架</translation>
    </message>
    <message>
        <source>as PyTorch FSDP, with attention of the device&apos;s own kernels</source>
        <translation>同 PyTorch FSDP，注意力用为该设备编写的内核</translation>
    </message>
    <message>
        <source>Megatron-Core before 0.14</source>
        <translation>0.14 之前的 Megatron-Core</translation>
    </message>
    <message>
        <source>as Megatron-Core; results of experts are kept until the router has its gradient</source>
        <translation>与 Megatron-Core 相同；专家的结果保留到路由器得到其梯度为止</translation>
    </message>
    <message>
        <source>HF Transformers before 5, DeepSpeed</source>
        <translation>HF Transformers 5 之前，DeepSpeed</translation>
    </message>
    <message>
        <source>as HF Transformers; experts one after the other, whose matrices ZeRO-3 gathers one by one</source>
        <translation>同 HF Transformers；专家逐个计算，ZeRO-3 逐个收集其矩阵</translation>
    </message>
    <message>
        <source>Parallel training in one class</source>
        <translation>一堂课讲清并行训练</translation>
    </message>
</context>
<context>
    <name>Printing</name>
    <message>
        <source>Cannot print to %1</source>
        <translation>无法打印到 %1</translation>
    </message>
</context>
<context>
    <name>Report</name>
    <message numerus="yes">
        <source>%n plan(s) compared</source>
        <translation>
            <numerusform>%n 个方案的比较</numerusform>
        </translation>
    </message>
    <message>
        <source>Planned and estimated by Parallelogram %1.</source>
        <translation>由 Parallelogram %1 规划并估算。</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>图</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Memory per device</source>
        <translation>单设备显存</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>The plan itself</source>
        <translation>方案文件</translation>
    </message>
    <message>
        <source>Save %1</source>
        <translation>保存 %1</translation>
    </message>
    <message>
        <source>What the figures rest on</source>
        <translation>各项数值的依据</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message numerus="yes">
        <source>%n other(s)</source>
        <translation>
            <numerusform>另有 %n 种</numerusform>
        </translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Origin of the plan</source>
        <translation>计算依据</translation>
    </message>
    <message>
        <source>None: edited since it was searched</source>
        <translation>无：搜索之后有改动</translation>
    </message>
    <message>
        <source>Optimal in its space, as its file says</source>
        <translation>据其文件，在其空间内最优</translation>
    </message>
    <message>
        <source>Within %1 of the bound, as its file says</source>
        <translation>据其文件，距下界不超过 %1</translation>
    </message>
    <message>
        <source>None: not found by a search</source>
        <translation>无：不是搜索得到的</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>规划条件</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>%1 samples of %2 tokens, %3</source>
        <translation>%1 个样本，每个 %2 token，%3</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Strategies by layer</source>
        <translation>各层策略</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>made by hand</source>
        <translation>手工制定</translation>
    </message>
    <message>
        <source>%1, in the space of %2</source>
        <translation>%1，搜索空间：%2</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>最优性证明</translation>
    </message>
    <message>
        <source>%1, expected of a run</source>
        <translation>%1（实测预期）</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Gradient sync</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>States</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Transient</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>From</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Problems and notes</source>
        <translation>问题与说明</translation>
    </message>
    <message>
        <source>Times are per micro-batch; gradient sync, optimizer and bubble are per step.</source>
        <translation>时间按每个微批次计；梯度同步、优化器和气泡按每步计。</translation>
    </message>
    <message>
        <source>At the peak of each stage; budget %1.</source>
        <translation>各阶段峰值时；预算 %1。</translation>
    </message>
    <message>
        <source>Neighbouring layers with the same figures share a row; figures are per layer.</source>
        <translation>指标相同的相邻层合为一行；数值按单层计。</translation>
    </message>
    <message>
        <source>Budget left</source>
        <translation>剩余预算</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>层数</translation>
    </message>
    <message>
        <source>Activations per micro-batch</source>
        <translation>每个微批次的激活</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
</context>
<context>
    <name>RunCost</name>
    <message>
        <source>%1 kWh</source>
        <translation>%1 kWh</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>%1 (%2 … %3)</source>
        <translation>%1（%2 … %3）</translation>
    </message>
    <message>
        <source>$ %1 per hour of %2: %3</source>
        <translation>%2 每小时 $ %1：%3</translation>
    </message>
    <message>
        <source>the price of %1 is not known</source>
        <translation>%1 的价格未知</translation>
    </message>
    <message>
        <source>at most %1 W per %2, PUE %3, hosts and network left out: %4</source>
        <translation>每台 %2 至多 %1 W，PUE %3，不含主机和网络：%4</translation>
    </message>
    <message>
        <source>the power of %1 is not known</source>
        <translation>%1 的功率未知</translation>
    </message>
    <message>
        <source>a device fails every %1 h, %2 per checkpoint, %3 to restart; checkpoints as Daly has them</source>
        <translation>一台设备每 %1 小时故障一次，每个检查点 %2，重启 %3；检查点间隔按 Daly</translation>
    </message>
    <message>
        <source>interruptions are not counted</source>
        <translation>未计入中断</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 小时</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 天</translation>
    </message>
    <message>
        <source>cost not known</source>
        <translation>费用未知</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Device-hours</source>
        <translation>设备小时</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>费用</translation>
    </message>
    <message>
        <source>Energy at most</source>
        <translation>能耗上限</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>%1, %2 per parameter</source>
        <translation>%1，每个参数 %2 个</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>步数</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>A checkpoint every</source>
        <translation>检查点间隔</translation>
    </message>
    <message>
        <source>Interruptions add</source>
        <translation>中断增加</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 token</translation>
    </message>
    <message>
        <source>%1 tokens per parameter: Hoffmann et al., arXiv 2203.15556</source>
        <translation>每个参数 %1 个 token：Hoffmann 等，arXiv 2203.15556</translation>
    </message>
    <message>
        <source>range: %1</source>
        <translation>范围：%1</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>Days at least</source>
        <translation>天数下限</translation>
    </message>
    <message>
        <source>Days at most</source>
        <translation>天数上限</translation>
    </message>
    <message>
        <source>Money, $</source>
        <translation>费用，$</translation>
    </message>
    <message>
        <source>Energy, kWh</source>
        <translation>能耗，kWh</translation>
    </message>
    <message>
        <source>Why none</source>
        <translation>为何没有</translation>
    </message>
</context>
<context>
    <name>RunFields</name>
    <message>
        <source>%1 (cluster)</source>
        <translation>%1（集群）</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Tokens of this fine-tuning?</source>
        <translation>这次微调用多少 token？</translation>
    </message>
    <message>
        <source>%1 tokens per parameter</source>
        <translation>每个参数 %1 个 token</translation>
    </message>
    <message>
        <source>Tokens to train</source>
        <translation>训练的 token 数</translation>
    </message>
    <message>
        <source>Tokens of the whole run: 100M, 2T</source>
        <translation>整个训练的 token 数：100M、2T</translation>
    </message>
    <message>
        <source>Price per device-hour, $</source>
        <translation>设备小时价格，$</translation>
    </message>
    <message>
        <source>Replaces the price of the cluster</source>
        <translation>取代集群的价格</translation>
    </message>
    <message>
        <source>Power per device, W</source>
        <translation>设备功率，W</translation>
    </message>
    <message>
        <source>Replaces the power of the cluster</source>
        <translation>取代集群的功率</translation>
    </message>
    <message>
        <source>Power of the facility over that of its devices</source>
        <translation>设施功率与设备功率之比</translation>
    </message>
    <message>
        <source>Failure of a device every, h</source>
        <translation>设备故障间隔，小时</translation>
    </message>
    <message>
        <source>Mean hours between two failures of one device</source>
        <translation>一台设备两次故障之间的平均小时数</translation>
    </message>
    <message>
        <source>No interruptions</source>
        <translation>无中断</translation>
    </message>
    <message>
        <source>Checkpoint, s</source>
        <translation>检查点，秒</translation>
    </message>
    <message>
        <source>Seconds to write a checkpoint</source>
        <translation>写一个检查点的秒数</translation>
    </message>
    <message>
        <source>Restart, s</source>
        <translation>重启，秒</translation>
    </message>
    <message>
        <source>Seconds from a failure until training goes on</source>
        <translation>从故障到训练继续的秒数</translation>
    </message>
    <message>
        <source>Deadline, days</source>
        <translation>期限，天</translation>
    </message>
    <message>
        <source>Longest duration of the run</source>
        <translation>训练最长的时间</translation>
    </message>
    <message>
        <source>Budget, $</source>
        <translation>费用上限，$</translation>
    </message>
    <message>
        <source>Highest cost of the run</source>
        <translation>训练最高的费用</translation>
    </message>
    <message>
        <source>PUE</source>
        <translation>PUE</translation>
    </message>
</context>
<context>
    <name>SaveDialog</name>
    <message>
        <source>%1 exists already.</source>
        <translation>%1 已经存在。</translation>
    </message>
    <message>
        <source>Replacing it overwrites its contents.</source>
        <translation>替换会覆盖其中原有的内容。</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>替换</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Files of the same names in it are overwritten.</source>
        <translation>其中的同名文件将被覆盖。</translation>
    </message>
</context>
<context>
    <name>ScenarioText</name>
    <message>
        <source>%1 on</source>
        <translation>开启 %1</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>关闭 %1</translation>
    </message>
    <message>
        <source>best of all</source>
        <translation>所有调度中最优</translation>
    </message>
    <message>
        <source>best of %1</source>
        <translation>其中最优：%1</translation>
    </message>
    <message>
        <source>Scenario → %1 on %2</source>
        <translation>场景 → %2 上的 %1</translation>
    </message>
    <message>
        <source>Another scenario</source>
        <translation>另一场景</translation>
    </message>
    <message>
        <source>Enter a size (64), a list (8, 16, 32) or a range (first:last:step).</source>
        <translation>请输入一个大小（64）、一个列表（8, 16, 32）或一个范围（首:末:步长）。</translation>
    </message>
    <message>
        <source>“%1” is no batch size. %2</source>
        <translation>“%1”不是批大小。%2</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>Cluster edited</source>
        <translation>修改集群</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Levels of links</source>
        <translation>链路层级</translation>
    </message>
    <message>
        <source>Measured tables</source>
        <translation>实测表</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>part of a cluster: its field</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Kinds</source>
        <translation>设备种类</translation>
    </message>
    <message>
        <source>Slow devices</source>
        <translation>慢设备</translation>
    </message>
    <message>
        <source>Slow devices %1</source>
        <translation>慢设备 %1</translation>
    </message>
    <message>
        <source>%1 of kind %2</source>
        <comment>a device or a link</comment>
        <translation>%2 的%1</translation>
    </message>
    <message>
        <source>%1, edited</source>
        <translation>%1（已修改）</translation>
    </message>
    <message numerus="yes">
        <source>%n device(s) of %1</source>
        <translation>
            <numerusform>%n 个设备（%1）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Scene</name>
    <message numerus="yes">
        <source>%n smaller row(s) not shown</source>
        <translation>
            <numerusform>另有 %n 个较小的行未显示</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchText</name>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>optimal</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>差距 %1</translation>
    </message>
    <message>
        <source>stopped, gap %1</source>
        <translation>已停止，差距 %1</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>已停止</translation>
    </message>
    <message>
        <source>nothing fits</source>
        <translation>没有可行方案</translation>
    </message>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>形状</translation>
    </message>
    <message>
        <source>Certificate</source>
        <translation>最优性证明</translation>
    </message>
    <message>
        <source>Click to add this plan</source>
        <translation>单击以加入此方案</translation>
    </message>
    <message>
        <source>no legal plan</source>
        <translation>没有合法方案</translation>
    </message>
    <message>
        <source>Methods side by side</source>
        <translation>方法对照</translation>
    </message>
    <message>
        <source>Comparing methods…</source>
        <translation>正在比较各方法…</translation>
    </message>
    <message>
        <source>The methods are not compared yet</source>
        <translation>各方法尚未比较</translation>
    </message>
    <message>
        <source>and %1 more: click the title to see all</source>
        <translation>还有 %1 种：单击标题查看全部</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Against the best</source>
        <translation>与最优相比</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>%1 after %2</source>
        <translation>%1，用时 %2</translation>
    </message>
    <message>
        <source>lower bound</source>
        <translation>下界</translation>
    </message>
    <message>
        <source>Best plan and bound</source>
        <translation>最优方案与下界</translation>
    </message>
    <message>
        <source>step time of a sample over the search&apos;s time</source>
        <translation>每样本单步时间随搜索用时的变化</translation>
    </message>
    <message>
        <source>step time of a sample</source>
        <translation>每样本单步时间</translation>
    </message>
    <message>
        <source>Best plan number %1</source>
        <translation>第 %1 个最优方案</translation>
    </message>
    <message>
        <source>Found after</source>
        <translation>找到用时</translation>
    </message>
    <message>
        <source>Bound by then</source>
        <translation>当时的下界</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>搜索进展</translation>
    </message>
    <message>
        <source>best plan</source>
        <translation>最优方案</translation>
    </message>
    <message>
        <source>end</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Walk</source>
        <translation>平衡迭代</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>图</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Search time</source>
        <translation>搜索用时</translation>
    </message>
    <message>
        <source>Samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>备注</translation>
    </message>
    <message>
        <source>How the plan was found</source>
        <translation>方案的来历</translation>
    </message>
    <message>
        <source>the plan comes from a file</source>
        <translation>方案来自文件</translation>
    </message>
    <message>
        <source>best of the walk</source>
        <translation>迭代中最优</translation>
    </message>
    <message>
        <source>all stages alike: 1 − 1/P = %1</source>
        <translation>各阶段均等：1 − 1/P = %1</translation>
    </message>
    <message>
        <source>1 − 1/P = %1</source>
        <translation>1 − 1/P = %1</translation>
    </message>
    <message>
        <source>Computing BMW&apos;s balancing steps…</source>
        <translation>正在计算 BMW 的平衡迭代…</translation>
    </message>
    <message>
        <source>BMW&apos;s walk comes with the methods: they are not compared yet</source>
        <translation>BMW 的平衡迭代随方法对照一同得出：各方法尚未比较</translation>
    </message>
    <message>
        <source>No balancing steps: no plan with two or more stages fits</source>
        <translation>没有可迭代的切分：没有两个及以上阶段的可行方案</translation>
    </message>
    <message>
        <source>BMW finds no plan for this scenario</source>
        <translation>BMW 在此场景下没有可行方案</translation>
    </message>
    <message>
        <source>BMW&apos;s walk</source>
        <translation>BMW 的平衡迭代</translation>
    </message>
    <message>
        <source>the best of several stages: %1</source>
        <translation>多阶段中的最优：%1</translation>
    </message>
    <message>
        <source>balance of time and memory: %1</source>
        <translation>时间与显存的平衡：%1</translation>
    </message>
    <message>
        <source>step</source>
        <translation>单步</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>第 %1 步</translation>
    </message>
    <message>
        <source>Step %1 of the walk</source>
        <translation>迭代的第 %1 步</translation>
    </message>
    <message>
        <source>Layers of the stages</source>
        <translation>各阶段层数</translation>
    </message>
    <message>
        <source>Balance of time α_t</source>
        <translation>时间平衡度 α_t</translation>
    </message>
    <message>
        <source>Balance of memory α_m</source>
        <translation>显存平衡度 α_m</translation>
    </message>
    <message>
        <source>p_m: the partition that balances memory; the walk starts here</source>
        <translation>p_m：平衡显存的切分，迭代由此开始</translation>
    </message>
    <message>
        <source>p_t: the partition that balances the layers&apos; least times</source>
        <translation>p_t：平衡各层最短时间的切分</translation>
    </message>
    <message>
        <source>The fastest of the walk</source>
        <translation>迭代中最快</translation>
    </message>
    <message>
        <source>Click to add the best plan with this partition</source>
        <translation>单击以加入采用此切分的最优方案</translation>
    </message>
    <message>
        <source>The step time of a sample of the best plan that the search had, and the lower bound that no plan of its space goes below. The gap between them is shaded; the dotted line is where the search ended.</source>
        <translation>搜索当时最优方案的每样本单步时间，以及空间内任何方案都不会低于的下界。两者之间的差距以阴影表示；点线为搜索结束之处。</translation>
    </message>
    <message>
        <source>Dashed: other searches of the same scenario.</source>
        <translation>虚线：同一场景的其他搜索。</translation>
    </message>
    <message>
        <source>Every partition that BMW solved, by how evenly it spreads the time (α_t) and the memory (α_m) over the stages. From p_m on, each step moves one layer out of the slowest stage.</source>
        <translation>BMW 求解过的每个切分，按时间 (α_t) 与显存 (α_m) 在各阶段间的均匀程度排布。自 p_m 起，每一步从最慢的阶段移出一层。</translation>
    </message>
    <message>
        <source>The square is this plan; the strips below show its layers by stage.</source>
        <translation>方框为此方案；下方条带显示各阶段的层数。</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>the budget is the least that it fits</source>
        <translation>预算为能容纳它的最小预算</translation>
    </message>
    <message>
        <source>Layers of the chunks</source>
        <translation>各分块层数</translation>
    </message>
    <message>
        <source>What each method finds for the same scenario, beside the optimum over all cuts and strategies. Methods that find nothing say how many bytes they miss. Hollow bars are of methods that leave the searched space: they may stand above its optimum.</source>
        <translation>各方法对同一场景的结果，与所有切分和策略上的最优解并列。找不到方案的方法会说明差多少字节。空心条表示超出搜索空间的方法：它们可能高于空间内的最优解。</translation>
    </message>
    <message>
        <source>samples/s, distance to the best of the space, search time</source>
        <translation>样本/s，与空间内最优的差距，搜索用时</translation>
    </message>
    <message>
        <source>outside the space</source>
        <translation>空间之外</translation>
    </message>
    <message>
        <source>in the space</source>
        <translation>空间之内</translation>
    </message>
    <message>
        <source>outside the space: %1</source>
        <translation>空间之外：%1</translation>
    </message>
    <message>
        <source>Outside of the searched space: %1 is not part of it, so the optimum says nothing about this plan. Switch it on in the Scenario dock to have it searched, too.</source>
        <translation>超出搜索空间：其中不含 %1，因此最优解不涵盖此方案。可在“场景”面板中启用，以一并搜索。</translation>
    </message>
    <message>
        <source>This plan was picked from a plot: it has no search of its own</source>
        <translation>此方案取自图中：没有自己的搜索过程</translation>
    </message>
    <message>
        <source>This plan was opened from a file: how it was found is not known</source>
        <translation>此方案由文件打开：来历未知</translation>
    </message>
    <message numerus="yes">
        <source>%n method(s) so far</source>
        <translation>
            <numerusform>已完成 %n 种方法</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2; %n task(s) in %3</source>
        <translation>
            <numerusform>%1，%2；%n 个任务，用时 %3</numerusform>
        </translation>
    </message>
    <message>
        <source>For %1</source>
        <translation>面向 %1</translation>
    </message>
    <message>
        <source>The best plan that it can run, with all its dimensions and schedules: %1, %2.</source>
        <translation>它能运行的最优方案，使用其全部并行维度与调度：%1，%2。</translation>
    </message>
    <message>
        <source>Model in host memory</source>
        <translation>主机内存中的模型</translation>
    </message>
    <message>
        <source>not a plan</source>
        <translation>不是方案</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Auto-MAP, seed %1</source>
        <translation>Auto-MAP，种子 %1</translation>
    </message>
    <message>
        <source>Plans scored</source>
        <translation>已评分方案</translation>
    </message>
    <message>
        <source>Auto-MAP, median</source>
        <translation>Auto-MAP，中位数</translation>
    </message>
    <message numerus="yes">
        <source>worst of %n seed(s)</source>
        <translation>
            <numerusform>%n 个种子中最差</numerusform>
        </translation>
    </message>
    <message>
        <source>Time per sample</source>
        <translation>每个样本的时间</translation>
    </message>
    <message>
        <source>short by %1</source>
        <translation>还差 %1</translation>
    </message>
</context>
<context>
    <name>SessionKeeper</name>
    <message>
        <source>less than a minute ago</source>
        <translation>不到一分钟前</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s) ago</source>
        <translation>
            <numerusform>%n 分钟前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s) ago</source>
        <translation>
            <numerusform>%n 小时前</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n 天前</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StageHeader</name>
    <message>
        <source>%1 over</source>
        <translation>超出 %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Stages %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>%1: same</source>
        <translation>%1：相同</translation>
    </message>
</context>
<context>
    <name>StepDifference</name>
    <message>
        <source>hidden ones included: %1, predicted %2</source>
        <translation>含被掩盖的：%1，预测 %2</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>%1 of the kernels&apos; time has a part in the prediction.</source>
        <translation>内核时间的 %1 在预测中有对应部分。</translation>
    </message>
    <message>
        <source>Without a part: %1</source>
        <translation>没有对应部分：%1</translation>
    </message>
    <message>
        <source>%1 longer than predicted</source>
        <translation>比预测长 %1</translation>
    </message>
    <message>
        <source>%1 shorter than predicted</source>
        <translation>比预测短 %1</translation>
    </message>
    <message>
        <source>as long as predicted</source>
        <translation>与预测相同</translation>
    </message>
    <message>
        <source>A step took %1, %2</source>
        <translation>一步用时 %1，%2</translation>
    </message>
    <message numerus="yes">
        <source>%1: rank %2, %3, median of %n step(s)</source>
        <translation>
            <numerusform>%1：设备 %2，%3，%n 步的中位数</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n more line(s): see the table of pgram diff-run</source>
        <translation>
            <numerusform>另有 %n 行：见 pgram diff-run 的表格</numerusform>
        </translation>
    </message>
    <message>
        <source>Part</source>
        <translation>部分</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Measured with hidden</source>
        <translation>实测（含被掩盖）</translation>
    </message>
    <message>
        <source>Predicted with hidden</source>
        <translation>预测（含被掩盖）</translation>
    </message>
    <message>
        <source>Tensors took %1 at the peak, predicted are %2</source>
        <translation>张量在峰值时占用 %1，预测为 %2</translation>
    </message>
    <message>
        <source>%1: memory of rank %2, %3</source>
        <translation>%1：设备 %2 的显存，%3</translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation>
            <numerusform>%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Not in the predicted figures: %1 of the device&apos;s context, which PyTorch does not count.</source>
        <translation>预测数字中不含：设备上下文 %1，PyTorch 不计入。</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Step %1 of the log</source>
        <translation>日志的第 %1 步</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>实测：%1</translation>
    </message>
    <message>
        <source>predicted: %1</source>
        <translation>预测：%1</translation>
    </message>
    <message>
        <source>The median of the later half counts</source>
        <translation>以后一半的中位数为准</translation>
    </message>
    <message>
        <source>later half</source>
        <translation>后一半</translation>
    </message>
    <message numerus="yes">
        <source>%1: %2, %n step(s)</source>
        <translation>
            <numerusform>%1：%2，%n 步</numerusform>
        </translation>
    </message>
    <message>
        <source>Memory of a device at most: %1 measured, %2 predicted.</source>
        <translation>单个设备的最大显存：实测 %1，预测 %2。</translation>
    </message>
</context>
<context>
    <name>StepSums</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>Recomputation</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>time used</source>
        <translation>时间用途</translation>
    </message>
    <message>
        <source>use</source>
        <translation>用途</translation>
    </message>
    <message>
        <source>Range of the step</source>
        <translation>步内范围</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 至 %2</translation>
    </message>
    <message>
        <source>Time of an average device</source>
        <translation>平均每设备的时间</translation>
    </message>
    <message>
        <source>Hidden beside compute</source>
        <translation>被计算掩盖</translation>
    </message>
    <message>
        <source>All transfers between these devices</source>
        <translation>这些设备之间的全部传输</translation>
    </message>
    <message>
        <source>time used, %1</source>
        <translation>时间用途，%1</translation>
    </message>
</context>
<context>
    <name>StrategyClipboard</name>
    <message>
        <source>No strategy has been copied</source>
        <translation>还没有复制策略</translation>
    </message>
    <message numerus="yes">
        <source>%1 is for %n device(s); a stage of this plan has %2</source>
        <translation>
            <numerusform>%1 需要 %n 个设备；此方案的一个阶段有 %2 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StrategyEditor</name>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>both</source>
        <translation>两者</translation>
    </message>
    <message>
        <source>off</source>
        <translation>关</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>张量</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>数据</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>副本</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Experts</source>
        <translation>专家</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>放置</translation>
    </message>
    <message>
        <source>Offload</source>
        <translation>卸载</translation>
    </message>
    <message>
        <source>Recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Megatron SP</source>
        <translation>Megatron SP</translation>
    </message>
    <message>
        <source>Ulysses</source>
        <translation>Ulysses</translation>
    </message>
    <message>
        <source>consecutive</source>
        <translation>连续</translation>
    </message>
    <message>
        <source>strided</source>
        <translation>跨步</translation>
    </message>
    <message>
        <source>Devices that share one layer&apos;s matrices</source>
        <translation>共同持有一层矩阵的设备数</translation>
    </message>
    <message>
        <source>What the data-parallel copies divide: nothing (DP), the optimizer (ZeRO-1), the gradients too (ZeRO-2), the weights too (SDP, ZeRO-3)</source>
        <translation>数据并行副本之间切分什么：不切分（DP）、优化器（ZeRO-1）、加上梯度（ZeRO-2）、再加上权重（SDP，即 ZeRO-3）</translation>
    </message>
    <message>
        <source>Tokens divided over the tensor group: between its matrices (Megatron), or everywhere but in attention, with whole matrices (Ulysses)</source>
        <translation>在张量并行组内切分 token：仅在矩阵之间（Megatron），或除注意力外处处切分而矩阵保持完整（Ulysses）</translation>
    </message>
    <message>
        <source>Hybrid sharding: copies of the states, each divided over its part of the data group</source>
        <translation>混合分片：状态的副本数，每份副本在数据并行组的一部分内切分</translation>
    </message>
    <message>
        <source>Devices that divide a sample&apos;s tokens and pass keys and values around a ring</source>
        <translation>切分同一样本的 token、并沿环传递键值的设备数</translation>
    </message>
    <message>
        <source>Devices of the data group that the experts are spread over</source>
        <translation>数据并行组中分布专家的设备数</translation>
    </message>
    <message>
        <source>Tensor group on neighbouring devices, or spread over the stage</source>
        <translation>张量并行组位于相邻设备，或分散于整个阶段</translation>
    </message>
    <message>
        <source>What waits in host memory: kept activations, the optimizer&apos;s states, or both</source>
        <translation>存放在主机内存的内容：保留的激活、优化器状态或两者</translation>
    </message>
    <message>
        <source>Activations thrown away in forward and computed again in backward</source>
        <translation>前向丢弃激活，反向时重新计算</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 从 %2 到 %3</translation>
    </message>
    <message>
        <source>Takes %1.</source>
        <translation>同时改变 %1。</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>selective</source>
        <translation>选择性</translation>
    </message>
    <message>
        <source>full</source>
        <translation>完全</translation>
    </message>
    <message>
        <source>Layout</source>
        <translation>布局</translation>
    </message>
    <message>
        <source>How the tensor group shares a layer: a line (1D), square grids (2D and 2.5D), a cube (3D), or a ring that divides the tokens alone; all but the line are historical</source>
        <translation>张量组如何分担一层：一行（1D）、正方形网格（2D 和 2.5D）、立方体（3D），或只切分 token 的环；除一行之外都已成为历史</translation>
    </message>
    <message>
        <source>Grids</source>
        <translation>网格数</translation>
    </message>
    <message>
        <source>Grids of the tensor group, each with a part of the samples (2.5D)</source>
        <translation>张量组中的网格，各处理一部分样本（2.5D）</translation>
    </message>
    <message>
        <source>1D</source>
        <translation>1D</translation>
    </message>
    <message>
        <source>2D</source>
        <translation>2D</translation>
    </message>
    <message>
        <source>3D</source>
        <translation>3D</translation>
    </message>
    <message>
        <source>ring</source>
        <translation>环</translation>
    </message>
    <message>
        <source>modules</source>
        <translation>模块</translation>
    </message>
    <message>
        <source>Expert tensor</source>
        <translation>专家张量</translation>
    </message>
    <message>
        <source>Devices that split one expert: the tensor group, or fewer of them, so that the experts spread over the other devices of that group, too</source>
        <translation>切分单个专家的设备：整个张量并行组，或其中较少的设备，使专家也分布到该组的其他设备上</translation>
    </message>
    <message>
        <source>as TP</source>
        <translation>同 TP</translation>
    </message>
    <message>
        <source>Keys and values</source>
        <translation>键和值</translation>
    </message>
    <message>
        <source>How the devices of a context group exchange keys and values: around a ring beside attention, or gathered before it</source>
        <translation>上下文并行组的设备如何交换键和值：沿环传递并与注意力重叠，或在注意力之前汇集</translation>
    </message>
    <message>
        <source>gathered</source>
        <translation>汇集</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Where the weights of ZeRO-3 wait beside an optimizer in host memory</source>
        <translation>优化器在主机内存时，ZeRO-3 的权重留在哪里</translation>
    </message>
    <message>
        <source>on the device</source>
        <translation>在设备上</translation>
    </message>
    <message>
        <source>on the host</source>
        <translation>在主机上</translation>
    </message>
</context>
<context>
    <name>StrategyMap</name>
    <message>
        <source>F %1, B %2</source>
        <translation>前 %1，反 %2</translation>
    </message>
    <message>
        <source>states %1</source>
        <translation>状态 %1</translation>
    </message>
    <message>
        <source>activations %1</source>
        <translation>激活 %1</translation>
    </message>
    <message>
        <source>memory (of budget)</source>
        <translation>显存占预算</translation>
    </message>
    <message>
        <source>time (of slowest stage)</source>
        <translation>时间占最慢阶段</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>SP sequence</source>
        <translation>SP 序列</translation>
    </message>
    <message>
        <source>activations offloaded</source>
        <translation>激活卸载</translation>
    </message>
    <message>
        <source>optimizer offloaded</source>
        <translation>优化器卸载</translation>
    </message>
    <message>
        <source>%1 and %2 like it</source>
        <translation>%1 及另外 %2 个相同的层</translation>
    </message>
    <message>
        <source>%1 layers, the same</source>
        <translation>%1 层，相同</translation>
    </message>
</context>
<context>
    <name>StrategyMapTable</name>
    <message>
        <source>Layer</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Sync</source>
        <translation>同步</translation>
    </message>
    <message>
        <source>Re-layout</source>
        <translation>重排布</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Transient</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>分块</translation>
    </message>
</context>
<context>
    <name>StudyView</name>
    <message>
        <source>others</source>
        <translation>其他</translation>
    </message>
</context>
<context>
    <name>Texts</name>
    <message>
        <source>Needs %1 on each device, %2 more than the usable %3</source>
        <translation>每个设备需要 %1，比可用的 %3 多 %2</translation>
    </message>
    <message>
        <source>stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Optimal in its space: %1</source>
        <translation>在其空间内最优：%1</translation>
    </message>
    <message>
        <source>Within %1 of the bound: %2</source>
        <translation>距下界不超过 %1：%2</translation>
    </message>
    <message>
        <source>Stopped before a plan was found: %1</source>
        <translation>在找到方案之前已停止：%1</translation>
    </message>
    <message>
        <source>Stopped at a gap of %1: %2</source>
        <translation>已停止，差距 %1：%2</translation>
    </message>
    <message>
        <source>Nothing fits: %1</source>
        <translation>没有可行方案：%1</translation>
    </message>
    <message>
        <source>No plan is possible: %1</source>
        <translation>不存在可行方案：%1</translation>
    </message>
    <message>
        <source>No plan fits the memory budget: the best candidate (P = %1, m = %2, B = %3) misses %4 on stage %5</source>
        <translation>没有方案满足显存预算：最接近的候选（P = %1，m = %2，B = %3）在阶段 %5 上还差 %4</translation>
    </message>
    <message>
        <source>%1 samples/s · step %2 · memory %3 of %4 · bubbles %5</source>
        <translation>%1 样本/秒 · 单步 %2 · 显存 %3 / %4 · 气泡 %5</translation>
    </message>
    <message>
        <source>%1 = %2 − %3 reserve</source>
        <translation>%1 = %2 − 保留 %3</translation>
    </message>
    <message numerus="yes">
        <source>%n task(s), %1 skipped by bounds, %2</source>
        <translation>
            <numerusform>%n 个任务，其中 %1 个因下界跳过，用时 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>No plan fits the memory budget: the best candidate (P = %1, m = %2, B = %3) misses %4 on stage %5; the smallest budget that works is %6</source>
        <translation>没有方案满足显存预算：最接近的候选（P = %1，m = %2，B = %3）在阶段 %5 上还差 %4；最小可行预算为 %6</translation>
    </message>
    <message>
        <source>no comparable measured run; the nearest are on %1</source>
        <translation>没有可比的实测；最接近的在 %1 上</translation>
    </message>
    <message>
        <source>%1 % of the %2 nearest measured runs: %3</source>
        <translation>最接近的 %2 次实测中的 %1 %：%3</translation>
    </message>
    <message>
        <source>A measured step time is expected within %1 (%2)</source>
        <translation>实测单步时间预计在估算的 %1 之内（%2）</translation>
    </message>
    <message>
        <source>A measured peak memory is expected within %1 (%2)</source>
        <translation>实测峰值显存预计在估算的 %1 之内（%2）</translation>
    </message>
    <message>
        <source>step %1 (%2)</source>
        <translation>单步 %1（%2）</translation>
    </message>
    <message>
        <source>memory %1 of %2</source>
        <translation>显存 %1，共 %2</translation>
    </message>
    <message>
        <source>not legal</source>
        <translation>不合法</translation>
    </message>
    <message>
        <source>not legal: %1</source>
        <translation>不合法：%1</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>does not fit: %1 over</source>
        <translation>放不下：超出 %1</translation>
    </message>
    <message>
        <source>stage %1: %2</source>
        <translation>阶段 %1：%2</translation>
    </message>
    <message>
        <source>Stage %1 uses %2 of %3, the largest part %4 (%5).</source>
        <translation>阶段 %1 占用 %2，可用 %3；其中最多的是%4（%5）。</translation>
    </message>
    <message numerus="yes">
        <source>It keeps those of %n micro-batch(es) at once.</source>
        <translation>
            <numerusform>它同时保留 %n 个微批次的激活。</numerusform>
        </translation>
    </message>
    <message>
        <source>weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>transient tensors</source>
        <translation>临时张量</translation>
    </message>
    <message>
        <source>gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>device context</source>
        <translation>设备上下文</translation>
    </message>
    <message>
        <source>Optimal for %1: %2</source>
        <translation>对 %1 最优：%2</translation>
    </message>
    <message>
        <source>For %1 within %2 of the bound: %3</source>
        <translation>对 %1，距下界不超过 %2：%3</translation>
    </message>
    <message numerus="yes">
        <source>It keeps those of %n slice(s) at once.</source>
        <translation>
            <numerusform>它同时保留 %n 个切片的激活。</numerusform>
        </translation>
    </message>
    <message>
        <source>adapters (LoRA)</source>
        <translation>适配器（LoRA）</translation>
    </message>
    <message>
        <source>adapters, base in 4 bits (QLoRA)</source>
        <translation>适配器，基座 4 位（QLoRA）</translation>
    </message>
    <message>
        <source>all parameters</source>
        <translation>全部参数</translation>
    </message>
    <message>
        <source>of attention</source>
        <translation>注意力的</translation>
    </message>
    <message>
        <source>of the MLP</source>
        <translation>MLP 的</translation>
    </message>
    <message>
        <source>of all matrices</source>
        <translation>全部矩阵的</translation>
    </message>
    <message>
        <source>%1, framework %2</source>
        <translation>%1，框架 %2</translation>
    </message>
    <message>
        <source>one kernel</source>
        <translation>单个内核</translation>
    </message>
    <message>
        <source>one kernel with the head, in chunks</source>
        <translation>与输出头合并、分块计算</translation>
    </message>
    <message>
        <source>single steps</source>
        <translation>逐步计算</translation>
    </message>
    <message>
        <source>all dimensions</source>
        <translation>全部维度</translation>
    </message>
    <message>
        <source>all dimensions but %1</source>
        <translation>除 %1 外的全部维度</translation>
    </message>
    <message>
        <source>Best of %1: %2</source>
        <translation>%1 中的最优：%2</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>space</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>%1 %2 (%3)</source>
        <translation>%1 %2（%3）</translation>
    </message>
    <message>
        <source>Chosen until you set it: %1</source>
        <translation>已代为选定，您设置后不再改变：%1</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between parts of a sentence</comment>
        <translation>，</translation>
    </message>
    <message>
        <source>FP32</source>
        <translation>FP32</translation>
    </message>
    <message>
        <source>16 bit</source>
        <translation>16 位</translation>
    </message>
    <message>
        <source>FP32, no master weights</source>
        <translation>FP32，无主权重</translation>
    </message>
    <message>
        <source>16 bit, no master weights</source>
        <translation>16 位，无主权重</translation>
    </message>
    <message>
        <source>pairs, reference precomputed</source>
        <translation>成对样本，参考模型预先计算</translation>
    </message>
    <message>
        <source>pairs, reference on the device</source>
        <translation>成对样本，参考模型在设备上</translation>
    </message>
    <message>
        <source>pairs, reference in host memory</source>
        <translation>成对样本，参考模型在主机内存中</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>%1; wider, as the rate of the device&apos;s products is a guess</source>
        <translation>%1；范围更宽，因为该设备矩阵乘法的速率是估计</translation>
    </message>
</context>
<context>
    <name>TimelinePicture</name>
    <message>
        <source>bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>One simulated step: %1</source>
        <translation>一步的模拟：%1</translation>
    </message>
    <message>
        <source>%1 of the devices&apos; time in bubbles, %2</source>
        <translation>设备时间的 %1 为气泡，%2</translation>
    </message>
    <message>
        <source>Bubble</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>overlapped</source>
        <translation>掩盖</translation>
    </message>
</context>
<context>
    <name>TimelineTable</name>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>Slice</source>
        <translation>切片</translation>
    </message>
</context>
<context>
    <name>TreeTable</name>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Levels</source>
        <translation>层级</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>裁决</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>First number</source>
        <translation>第一个数</translation>
    </message>
    <message>
        <source>Second number</source>
        <translation>第二个数</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Over the best</source>
        <translation>超出最优</translation>
    </message>
    <message>
        <source>Bytes short</source>
        <translation>缺少内存</translation>
    </message>
    <message>
        <source>Layers of the plan</source>
        <translation>方案中的层数</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>cut</source>
        <translation>剪除</translation>
    </message>
</context>
<context>
    <name>TreeText</name>
    <message>
        <source>this plan</source>
        <translation>此方案</translation>
    </message>
    <message>
        <source>keeps activations</source>
        <translation>保留激活</translation>
    </message>
    <message>
        <source>recomputes</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>Decision tree</source>
        <translation>决策树</translation>
    </message>
    <message>
        <source>best</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>更慢</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>recomputed</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>recomputes attention</source>
        <translation>重计算注意力</translation>
    </message>
    <message numerus="yes">
        <source>%n device(s), %1</source>
        <translation>
            <numerusform>%n 个设备，%1</numerusform>
        </translation>
    </message>
    <message>
        <source>recomputes modules</source>
        <translation>重计算模块</translation>
    </message>
</context>
<context>
    <name>TreeWords</name>
    <message>
        <source>%1 → %2 strategies</source>
        <translation>%1 → %2 种策略</translation>
    </message>
    <message numerus="yes">
        <source>✕ %n leaf(s) cut</source>
        <translation>
            <numerusform>✕ 剪除 %n 个叶子</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 short</source>
        <translation>缺 %1</translation>
    </message>
    <message>
        <source>no plan</source>
        <translation>没有方案</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>不合法</translation>
    </message>
    <message>
        <source>The best plan found with it takes %1 per step.</source>
        <translation>采用它的最优方案每步需 %1。</translation>
    </message>
    <message>
        <source>No plan with it fits: the best candidate is %1 short.</source>
        <translation>采用它则放不下：最接近的候选缺 %1。</translation>
    </message>
    <message>
        <source>No strategy of the space is legal for the other layers.</source>
        <translation>空间中没有对其余层合法的策略。</translation>
    </message>
    <message>
        <source>Refused: %1.</source>
        <translation>不合法：%1。</translation>
    </message>
    <message>
        <source>The model has too few layers for as many stages.</source>
        <translation>模型层数太少，分不出这么多阶段。</translation>
    </message>
    <message>
        <source>The planner does not search this schedule.</source>
        <translation>规划器不搜索这种调度。</translation>
    </message>
    <message numerus="yes">
        <source>%n strategy(s)</source>
        <translation>
            <numerusform>%n 个策略</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, the best of them %2</source>
        <translation>%1，其中最优 %2</translation>
    </message>
    <message>
        <source>folded, %1</source>
        <translation>已折叠，%1</translation>
    </message>
    <message numerus="yes">
        <source>No pipeline, %n device(s)</source>
        <translation>
            <numerusform>无流水线，%n 个设备</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 stages of %n device(s)</source>
        <translation>
            <numerusform>%1 个阶段，各 %n 个设备</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ViewKeys</name>
    <message>
        <source>Select nothing</source>
        <translation>取消选择</translation>
    </message>
    <message>
        <source>Stage before or after</source>
        <translation>上一个或下一个阶段</translation>
    </message>
    <message>
        <source>First or last stage</source>
        <translation>第一个或最后一个阶段</translation>
    </message>
    <message>
        <source>Zoom in or out</source>
        <translation>放大或缩小</translation>
    </message>
    <message>
        <source>Earlier or later</source>
        <translation>向前或向后移动</translation>
    </message>
    <message>
        <source>The whole step</source>
        <translation>显示整个训练步</translation>
    </message>
    <message>
        <source>Show as table, or as picture</source>
        <translation>显示为表格或图形</translation>
    </message>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Menu of what is selected</source>
        <translation>所选内容的菜单</translation>
    </message>
    <message>
        <source>Layer before or after</source>
        <translation>上一层或下一层</translation>
    </message>
    <message>
        <source>The same place in the stage before or after</source>
        <translation>上一个或下一个阶段中的相同位置</translation>
    </message>
    <message>
        <source>First or last layer</source>
        <translation>第一层或最后一层</translation>
    </message>
    <message>
        <source>Select more or fewer layers</source>
        <translation>多选或少选一层</translation>
    </message>
    <message>
        <source>Move the cut behind the selected stage by a layer</source>
        <translation>将所选阶段之后的切分移动一层</translation>
    </message>
    <message>
        <source>Micro-batch before or after</source>
        <translation>上一个或下一个微批次</translation>
    </message>
    <message>
        <source>Device before or after</source>
        <translation>上一个或下一个设备</translation>
    </message>
    <message>
        <source>First or last device</source>
        <translation>第一个或最后一个设备</translation>
    </message>
    <message>
        <source>Box above or below</source>
        <translation>上方或下方的框</translation>
    </message>
    <message>
        <source>Box to the left or to the right</source>
        <translation>左侧或右侧的框</translation>
    </message>
    <message>
        <source>A page up or down</source>
        <translation>上翻或下翻一页</translation>
    </message>
    <message>
        <source>Open or close the branch</source>
        <translation>展开或收起分支</translation>
    </message>
    <message>
        <source>The whole tree</source>
        <translation>显示整棵树</translation>
    </message>
    <message>
        <source>Mark before or after</source>
        <translation>上一个或下一个标记</translation>
    </message>
    <message>
        <source>First or last mark</source>
        <translation>第一个或最后一个标记</translation>
    </message>
    <message>
        <source>Open the plan of the mark; without one, show the plot alone</source>
        <translation>打开标记处的方案；无标记时单独显示该图</translation>
    </message>
    <message>
        <source>Leave the mark, then show all plots</source>
        <translation>离开标记，再次按下则显示所有图</translation>
    </message>
    <message>
        <source>Suite before or after</source>
        <translation>上一个或下一个套件</translation>
    </message>
    <message>
        <source>Run before or after</source>
        <translation>上一次或下一次运行</translation>
    </message>
    <message>
        <source>First or last run</source>
        <translation>第一次或最后一次运行</translation>
    </message>
    <message>
        <source>Open the run as a plan</source>
        <translation>将该运行打开为方案</translation>
    </message>
    <message>
        <source>All devices</source>
        <translation>全部设备</translation>
    </message>
    <message>
        <source>The device beside, above or below</source>
        <translation>旁边、上方或下方的设备</translation>
    </message>
    <message>
        <source>All data</source>
        <translation>全部数据</translation>
    </message>
    <message>
        <source>Clear the measurement and selection</source>
        <translation>清除测量与选择</translation>
    </message>
    <message>
        <source>Filter the strategies</source>
        <translation>筛选策略</translation>
    </message>
    <message>
        <source>Apply the strategy to the selected layers</source>
        <translation>将策略应用到所选层</translation>
    </message>
    <message>
        <source>Point before or after</source>
        <translation>前一个或后一个点</translation>
    </message>
    <message>
        <source>First or last point</source>
        <translation>首个或末个点</translation>
    </message>
    <message>
        <source>Block before or after</source>
        <translation>前一块或后一块</translation>
    </message>
    <message>
        <source>First or last block</source>
        <translation>第一块或最后一块</translation>
    </message>
    <message>
        <source>Keep, swap or recompute the block</source>
        <translation>保留、换出或重计算该块</translation>
    </message>
    <message>
        <source>The best mix</source>
        <translation>最优组合</translation>
    </message>
    <message>
        <source>Use the mix in the plan</source>
        <translation>将组合用于方案</translation>
    </message>
    <message>
        <source>Format before or after</source>
        <translation>上一个或下一个格式</translation>
    </message>
    <message>
        <source>Value before or after</source>
        <translation>前一个或后一个值</translation>
    </message>
    <message>
        <source>First or last value</source>
        <translation>第一个或最后一个值</translation>
    </message>
    <message>
        <source>Plan with this value</source>
        <translation>用这个值规划</translation>
    </message>
    <message>
        <source>Plan with these numbers</source>
        <translation>用这些数规划</translation>
    </message>
    <message>
        <source>Fold or unfold equal layers</source>
        <translation>合并或展开相同的层</translation>
    </message>
    <message>
        <source>Back to the current values</source>
        <translation>回到当前值</translation>
    </message>
    <message>
        <source>Row before or after</source>
        <translation>上一行或下一行</translation>
    </message>
    <message>
        <source>First or last row</source>
        <translation>第一行或最后一行</translation>
    </message>
    <message>
        <source>Open the plan of the row</source>
        <translation>打开该行的方案</translation>
    </message>
    <message>
        <source>Show rows outside of the ranges, then select nothing</source>
        <translation>先显示范围以外的行，再取消选择</translation>
    </message>
</context>
<context>
    <name>ViewQuestion</name>
    <message>
        <source>Which layer runs how, and on which stage?</source>
        <translation>每层用什么策略，在哪个阶段？</translation>
    </message>
    <message>
        <source>Does it fit, and what fills a device?</source>
        <translation>放得下吗？显存里装的是什么？</translation>
    </message>
    <message>
        <source>Where is time lost?</source>
        <translation>时间花在哪里？</translation>
    </message>
    <message>
        <source>Who sends how much to whom, over which link?</source>
        <translation>谁向谁发送多少，走哪条链路？</translation>
    </message>
    <message>
        <source>What else could a layer run, and at what cost?</source>
        <translation>一层还能用什么策略，代价多大？</translation>
    </message>
    <message>
        <source>Is it the best plan, and how was it found?</source>
        <translation>这是最优方案吗？怎样搜索到的？</translation>
    </message>
    <message>
        <source>In what do plans differ?</source>
        <translation>方案之间差在哪里？</translation>
    </message>
    <message>
        <source>How far are the numbers from measured runs?</source>
        <translation>数字与实测相差多少？</translation>
    </message>
    <message>
        <source>And over a slow network?</source>
        <translation>换成慢速网络会怎样？</translation>
    </message>
    <message>
        <source>What to keep, swap or recompute where memory is short?</source>
        <translation>显存不足时，保留、换出还是重计算？</translation>
    </message>
    <message>
        <source>Where can the trained model be served, and how fast?</source>
        <translation>训练好的模型能部署在哪里，有多快？</translation>
    </message>
    <message>
        <source>What would more bandwidth, memory or nodes bring?</source>
        <translation>更多带宽、显存或节点会带来什么？</translation>
    </message>
    <message>
        <source>What does training take and cost, and on which machines?</source>
        <translation>训练要多久、花多少、用哪些机器？</translation>
    </message>
    <message>
        <source>Which of many requests has the best plan?</source>
        <translation>许多请求中，哪个的方案最优？</translation>
    </message>
</context>
<context>
    <name>WhatIf</name>
    <message>
        <source>nothing fits</source>
        <translation>没有可行方案</translation>
    </message>
    <message>
        <source>%1 bandwidth</source>
        <translation>%1 带宽</translation>
    </message>
    <message>
        <source>%1 latency</source>
        <translation>%1 延迟</translation>
    </message>
    <message>
        <source>Peak of a device (%1)</source>
        <translation>设备峰值（%1）</translation>
    </message>
    <message>
        <source>Memory bandwidth of a device</source>
        <translation>设备显存带宽</translation>
    </message>
    <message>
        <source>Memory budget</source>
        <translation>显存预算</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Peak memory per device</source>
        <translation>单设备显存峰值</translation>
    </message>
    <message>
        <source>from %1: %2</source>
        <translation>从 %1 起：%2</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Why none</source>
        <translation>为何没有</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>之前</translation>
    </message>
    <message>
        <source>After</source>
        <translation>之后</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>Cost of 10¹² tokens, $</source>
        <translation>10¹² 个 token 的费用，$</translation>
    </message>
    <message>
        <source>Cost of a step, $</source>
        <translation>单步费用，$</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Searched by</source>
        <translation>搜索方法</translation>
    </message>
    <message>
        <source>%1 a device-hour: %2</source>
        <translation>每设备小时 %1：%2</translation>
    </message>
    <message>
        <source>the price of a device-hour is not known: it is set with the cluster</source>
        <translation>设备小时价格未知：请在集群中设置</translation>
    </message>
    <message>
        <source>Click to plan with this value</source>
        <translation>单击用这个值规划</translation>
    </message>
    <message>
        <source>now: %1, %2</source>
        <translation>现在：%1，%2</translation>
    </message>
    <message>
        <source>%1 efficiency</source>
        <translation>%1 效率</translation>
    </message>
    <message>
        <source>%1 startup of a collective</source>
        <translation>%1 集合通信启动时间</translation>
    </message>
    <message>
        <source>Efficiency of matrix products</source>
        <translation>矩阵乘效率</translation>
    </message>
    <message>
        <source>Efficiency of FP8 products</source>
        <translation>FP8 矩阵乘效率</translation>
    </message>
    <message>
        <source>Efficiency of FP4 products</source>
        <translation>FP4 矩阵乘效率</translation>
    </message>
    <message>
        <source>Efficiency of attention</source>
        <translation>注意力效率</translation>
    </message>
    <message>
        <source>Efficiency of device memory</source>
        <translation>显存带宽效率</translation>
    </message>
    <message>
        <source>Launch of a kernel</source>
        <translation>内核启动时间</translation>
    </message>
    <message>
        <source>Price of a device-hour</source>
        <translation>设备小时价格</translation>
    </message>
    <message>
        <source>Memory of a device</source>
        <translation>设备显存</translation>
    </message>
    <message>
        <source>Bandwidth to the host</source>
        <translation>到主机的带宽</translation>
    </message>
    <message>
        <source>Host memory per device</source>
        <translation>每设备的主机内存</translation>
    </message>
    <message>
        <source>Memory bandwidth of a host per device</source>
        <translation>每设备的主机内存带宽</translation>
    </message>
    <message>
        <source>Slowdown where compute and transfers overlap</source>
        <translation>计算与通信重叠时的减速</translation>
    </message>
    <message>
        <source>Share of memory kept in reserve</source>
        <translation>预留显存比例</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Layers (%1)</source>
        <translation>层数（%1）</translation>
    </message>
    <message>
        <source>FFN size (%1)</source>
        <translation>FFN 大小（%1）</translation>
    </message>
    <message>
        <source>vendor</source>
        <translation>厂商</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>fitted</source>
        <translation>拟合</translation>
    </message>
    <message>
        <source>guessed</source>
        <translation>估计</translation>
    </message>
    <message>
        <source>yours</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>现在 %1</translation>
    </message>
    <message>
        <source>now</source>
        <translation>现在</translation>
    </message>
    <message>
        <source>Change of the step</source>
        <translation>单步的变化</translation>
    </message>
    <message>
        <source>%1 a step, %2</source>
        <translation>每步 %1，%2</translation>
    </message>
    <message>
        <source>less of it</source>
        <translation>减小时</translation>
    </message>
    <message>
        <source>more of it</source>
        <translation>增大时</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>常数</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Where it is from</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Varied by</source>
        <translation>变化幅度</translation>
    </message>
    <message>
        <source>Step with less</source>
        <translation>减小时的单步</translation>
    </message>
    <message>
        <source>Step with more</source>
        <translation>增大时的单步</translation>
    </message>
    <message>
        <source>Plan with less</source>
        <translation>减小时的方案</translation>
    </message>
    <message>
        <source>Plan with more</source>
        <translation>增大时的方案</translation>
    </message>
    <message numerus="yes">
        <source>%n other constant(s) change it by less than %1</source>
        <translation>
            <numerusform>另外 %n 个常数的影响小于 %1</numerusform>
        </translation>
    </message>
    <message>
        <source>Products</source>
        <translation>矩阵乘</translation>
    </message>
    <message>
        <source>Products of experts</source>
        <translation>专家的矩阵乘</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>注意力</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>集合通信</translation>
    </message>
    <message>
        <source>share of the peak</source>
        <translation>峰值占比</translation>
    </message>
    <message>
        <source>start and end of a tile</source>
        <translation>tile 的起止开销</translation>
    </message>
    <message>
        <source>queries per tile</source>
        <translation>每 tile 的查询数</translation>
    </message>
    <message>
        <source>paid share of a partial wave</source>
        <translation>不满一轮时计入的比例</translation>
    </message>
    <message>
        <source>share of the memory bandwidth</source>
        <translation>显存带宽占比</translation>
    </message>
    <message>
        <source>overlap of compute and memory</source>
        <translation>计算与访存的重叠</translation>
    </message>
    <message>
        <source>startup</source>
        <translation>起步时间</translation>
    </message>
    <message>
        <source>rate of the cast</source>
        <translation>转换速率</translation>
    </message>
    <message>
        <source>rate of backward</source>
        <translation>反向速率</translation>
    </message>
    <message>
        <source>rate of older kernels</source>
        <translation>旧内核速率</translation>
    </message>
    <message>
        <source>head width</source>
        <translation>头宽度</translation>
    </message>
    <message>
        <source>start per rank</source>
        <translation>每设备起步时间</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>速率</translation>
    </message>
    <message>
        <source>loss of rate per rank</source>
        <translation>每设备速率损失</translation>
    </message>
    <message>
        <source>ramp</source>
        <translation>爬升</translation>
    </message>
    <message>
        <source>rate for own tokens</source>
        <translation>自身 token 速率</translation>
    </message>
    <message>
        <source>time per copy of a token</source>
        <translation>每份 token 的时间</translation>
    </message>
    <message>
        <source>ranks measured</source>
        <translation>实测设备数</translation>
    </message>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1（%2）：%3</translation>
    </message>
    <message>
        <source>, </source>
        <translation>、</translation>
    </message>
    <message>
        <source>Drag a slider: all views preview the best plan for that value</source>
        <translation>拖动滑块：所有视图预览该值的最优方案</translation>
    </message>
    <message>
        <source>the current plan at these values; searching for the best one</source>
        <translation>当前方案用在这些值上；正在搜索最优方案</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>%1 tokens/s</source>
        <translation>%1 token/秒</translation>
    </message>
    <message>
        <source>Days of the run</source>
        <translation>训练天数</translation>
    </message>
    <message>
        <source>Cost of the run, $</source>
        <translation>训练费用，$</translation>
    </message>
    <message>
        <source>Cost over days of the run, $</source>
        <translation>训练费用随天数，$</translation>
    </message>
    <message>
        <source>Device-hours of the run</source>
        <translation>训练的设备小时</translation>
    </message>
    <message>
        <source>Energy of the run, kWh</source>
        <translation>训练能耗，kWh</translation>
    </message>
    <message>
        <source>Days at least</source>
        <translation>天数下限</translation>
    </message>
    <message>
        <source>Days at most</source>
        <translation>天数上限</translation>
    </message>
    <message>
        <source>Within the limits</source>
        <translation>在限制之内</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>是</translation>
    </message>
    <message>
        <source>no</source>
        <translation>否</translation>
    </message>
    <message>
        <source>Models of the family</source>
        <translation>同系列的模型</translation>
    </message>
    <message>
        <source>Model: %1</source>
        <translation>模型：%1</translation>
    </message>
    <message>
        <source>Cluster: %1</source>
        <translation>集群：%1</translation>
    </message>
    <message>
        <source>the current plan, unchanged</source>
        <translation>当前方案，不变</translation>
    </message>
    <message>
        <source>%1: none</source>
        <translation>%1：无</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>最大</translation>
    </message>
    <message>
        <source>Fewest devices</source>
        <translation>设备最少</translation>
    </message>
    <message>
        <source>Cheapest</source>
        <translation>费用最低</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>最快</translation>
    </message>
    <message>
        <source>band at the current value: %1, %2</source>
        <translation>当前值处的误差带：%1，%2</translation>
    </message>
    <message>
        <source>Best up to a budget of</source>
        <translation>最优直到预算为</translation>
    </message>
    <message>
        <source>Over the limits</source>
        <translation>超出限制</translation>
    </message>
    <message>
        <source>Sequence (tokens per batch kept)</source>
        <translation>序列（每批 token 数不变）</translation>
    </message>
    <message>
        <source>Cost over days</source>
        <translation>费用随天数</translation>
    </message>
    <message>
        <source>Device-hours over days</source>
        <translation>设备小时随天数</translation>
    </message>
    <message>
        <source>each point: %1; lines across: the range of measured runs</source>
        <translation>每一点：%1；穿过的线：实测运行的范围</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
    <message>
        <source>Device-hours</source>
        <translation>设备小时</translation>
    </message>
    <message>
        <source>Efficiency of linear attention</source>
        <translation>线性注意力的效率</translation>
    </message>
    <message>
        <source>Memory of the driver&apos;s context</source>
        <translation>驱动上下文占用的内存</translation>
    </message>
    <message>
        <source>Efficiency of the optimizer&apos;s update</source>
        <translation>优化器更新的效率</translation>
    </message>
    <message>
        <source>measured here</source>
        <translation>本机实测</translation>
    </message>
</context>
<context>
    <name>WhyNotText</name>
    <message>
        <source>compute</source>
        <translation>计算</translation>
    </message>
    <message>
        <source>recompute</source>
        <translation>重计算</translation>
    </message>
    <message>
        <source>communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>The search settings exclude it: %1.</source>
        <translation>不在空间中：%1。</translation>
    </message>
    <message>
        <source>The search settings exclude this strategy.</source>
        <translation>不在空间中：决策树没有这个叶子。</translation>
    </message>
    <message>
        <source>No number of stages leaves %1 of the %2 devices to a stage.</source>
        <translation>不在空间中：%2 个设备无论分几个阶段，都没有 %1 个设备的阶段。</translation>
    </message>
    <message>
        <source>This plan already uses it. No better one was found.</source>
        <translation>方案已采用它：没有已知的更好方案。</translation>
    </message>
    <message>
        <source>±0 %: the best plan with it takes %1 per step, too.</source>
        <translation>±0 %：采用它的最优方案每步同样需 %1。</translation>
    </message>
    <message>
        <source>%1: %2 per step instead of %3, mostly %4</source>
        <translation>%1：每步 %2，而非 %3，主要来自%4</translation>
    </message>
    <message>
        <source>Not allowed for %1: %2.</source>
        <translation>%1 不能采用：%2。</translation>
    </message>
    <message>
        <source>No plan with it fits: %1 short. It needs %2 per device.</source>
        <translation>没有采用它的可行方案：缺 %1。每个设备需要 %2。</translation>
    </message>
    <message>
        <source>The other layers have no legal strategy beside it.</source>
        <translation>与它搭配，其余层没有合法策略。</translation>
    </message>
    <message>
        <source>Stopped before a plan with it was found.</source>
        <translation>在找到采用它的方案之前已停止。</translation>
    </message>
    <message>
        <source>step</source>
        <translation>单步</translation>
    </message>
    <message numerus="yes">
        <source>To fit, %n more layer(s) elsewhere recompute.</source>
        <translation>
            <numerusform>为放得下，另有 %n 层改为重计算。</numerusform>
        </translation>
    </message>
    <message>
        <source>Seconds of an average device. Searched with %1.</source>
        <translation>按平均每个设备的秒数。以 %1 搜索。</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>with it</source>
        <translation>采用它</translation>
    </message>
    <message>
        <source>No strategy of these devices has that.</source>
        <translation>这些设备没有这样的策略。</translation>
    </message>
    <message>
        <source>%1, the rest free</source>
        <translation>%1，其余不限</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <translation>
            <numerusform>%1 及另外 %n 种</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 → %n stage(s).</source>
        <translation>
            <numerusform>%1 → %n 个阶段。</numerusform>
        </translation>
    </message>
    <message>
        <source>%1. Asked for %2 alone; the other layers are planned anew.</source>
        <translation>%1。仅针对 %2；其余层重新规划。</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>Context</source>
        <translation>上下文</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>激活</translation>
    </message>
    <message>
        <source>Transient</source>
        <translation>临时</translation>
    </message>
    <message>
        <source>Receive</source>
        <translation>接收</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>前向</translation>
    </message>
    <message>
        <source>Backward</source>
        <translation>反向</translation>
    </message>
    <message>
        <source>Weight gradient</source>
        <translation>权重梯度</translation>
    </message>
    <message>
        <source>Gradient sync</source>
        <translation>梯度同步</translation>
    </message>
    <message>
        <source>Optimizer step</source>
        <translation>优化器更新</translation>
    </message>
    <message>
        <source>Tensor parallel</source>
        <translation>张量并行</translation>
    </message>
    <message>
        <source>Sequence parallel</source>
        <translation>序列并行</translation>
    </message>
    <message>
        <source>Context parallel</source>
        <translation>上下文并行</translation>
    </message>
    <message>
        <source>Expert parallel</source>
        <translation>专家并行</translation>
    </message>
    <message>
        <source>Weight gather</source>
        <translation>权重收集</translation>
    </message>
    <message>
        <source>Re-layout</source>
        <translation>重排布</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Tied embedding</source>
        <translation>共享词嵌入</translation>
    </message>
    <message>
        <source>TP tensor</source>
        <translation>TP 张量</translation>
    </message>
    <message>
        <source>CP context</source>
        <translation>CP 上下文</translation>
    </message>
    <message>
        <source>EP experts</source>
        <translation>EP 专家</translation>
    </message>
    <message>
        <source>PP pipeline</source>
        <translation>PP 流水线</translation>
    </message>
    <message>
        <source>single device</source>
        <translation>单设备</translation>
    </message>
    <message>
        <source>Stage %1</source>
        <translation>阶段 %1</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>devices %1–%2</source>
        <translation>设备 %1–%2</translation>
    </message>
    <message>
        <source>%1 in %2 on %3, %4</source>
        <translation>%1，%2，%3，%4</translation>
    </message>
    <message>
        <source>DP replicated</source>
        <translation>DP 复制</translation>
    </message>
    <message>
        <source>ZeRO-1 optimizer sharded</source>
        <translation>ZeRO-1 切分优化器</translation>
    </message>
    <message>
        <source>ZeRO-2 gradients too</source>
        <translation>ZeRO-2 加梯度</translation>
    </message>
    <message>
        <source>SDP all sharded</source>
        <translation>SDP 全部切分</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>U Ulysses</source>
        <translation>U Ulysses</translation>
    </message>
    <message>
        <source>Stage %1 · chunk %2 of %3</source>
        <translation>阶段 %1 · 分块 %2/%3</translation>
    </message>
    <message>
        <source>%1: %2 per micro-batch, %3</source>
        <translation>%1：每个微批次 %2，%3</translation>
    </message>
    <message>
        <source>micro-batch %1</source>
        <translation>微批次 %1</translation>
    </message>
    <message numerus="yes">
        <source>%n stage(s)</source>
        <translation>
            <numerusform>%n 个阶段</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n 个微批次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n layer(s)</source>
        <translation>
            <numerusform>%n 层</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n 个设备</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, slice %2 of %3: tokens %4–%5</source>
        <translation>%1，第 %2 片（共 %3 片）：token %4–%5</translation>
    </message>
    <message numerus="yes">
        <source>%n slice(s)</source>
        <translation>
            <numerusform>%n 个切片</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::ActionFinder</name>
    <message>
        <source>Find an action</source>
        <translation>查找操作</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>查找结果</translation>
    </message>
    <message>
        <source>Find an action, a view, a plan, a model, a cluster, a method or a field</source>
        <translation>查找操作、视图、方案、模型、集群、方法或字段</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>没有找到</translation>
    </message>
</context>
<context>
    <name>pgram::ChoiceRow</name>
    <message>
        <source>%1 of %2 not possible. %3</source>
        <translation>%2 项中 %1 项不可选。%3</translation>
    </message>
</context>
<context>
    <name>pgram::ClusterChanges</name>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Revert %1</source>
        <translation>还原 %1</translation>
    </message>
    <message>
        <source>Other than %1:</source>
        <translation>与 %1 不同：</translation>
    </message>
    <message>
        <source>Revert All</source>
        <translation>全部还原</translation>
    </message>
</context>
<context>
    <name>pgram::ClusterPanel</name>
    <message>
        <source>Blank Cluster</source>
        <translation>空白集群</translation>
    </message>
    <message>
        <source>From a File…</source>
        <translation>从文件…</translation>
    </message>
    <message>
        <source>A preset, a blank cluster, or a file: a machine&apos;s topology, nccl-tests</source>
        <translation>预设、空白集群，或文件：机器的拓扑、nccl-tests</translation>
    </message>
    <message>
        <source>Add Outer Level</source>
        <translation>在外面加一级</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Add a Kind</source>
        <translation>添加一种设备</translation>
    </message>
    <message>
        <source>Append a node of another device type</source>
        <translation>在已有设备之后加一个节点的另一种设备</translation>
    </message>
    <message>
        <source>Add a Slow Device</source>
        <translation>添加慢设备</translation>
    </message>
</context>
<context>
    <name>pgram::ClusterPicture</name>
    <message>
        <source>Picture of the cluster</source>
        <translation>集群的图</translation>
    </message>
    <message>
        <source>Copy Picture</source>
        <translation>复制图片</translation>
    </message>
    <message>
        <source>Save Picture…</source>
        <translation>保存图片…</translation>
    </message>
    <message>
        <source>Save Picture</source>
        <translation>保存图片</translation>
    </message>
    <message>
        <source>Pictures (*.png *.svg *.pdf)</source>
        <translation>图片 (*.png *.svg *.pdf)</translation>
    </message>
</context>
<context>
    <name>pgram::ClusterSection</name>
    <message>
        <source>Move Out</source>
        <translation>外移</translation>
    </message>
    <message>
        <source>Add a Level Inside</source>
        <translation>在里面加一级</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Add a Network</source>
        <translation>加网络</translation>
    </message>
    <message>
        <source>Add a Host</source>
        <translation>加主机</translation>
    </message>
    <message>
        <source>Level %1: %2</source>
        <translation>第 %1 级：%2</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>未知</translation>
    </message>
    <message>
        <source>A number alone counts %1</source>
        <translation>只写数字时单位为 %1</translation>
    </message>
    <message>
        <source>Take the cluster&apos;s link</source>
        <translation>改用集群的链路</translation>
    </message>
    <message>
        <source>Give it constants of its own</source>
        <translation>给它自己的常数</translation>
    </message>
    <message>
        <source>Override the next level&apos;s link</source>
        <translation>给它的下一级自己的链路</translation>
    </message>
    <message>
        <source>Kind %1: %2</source>
        <translation>第 %1 种：%2</translation>
    </message>
    <message>
        <source>Choose a Common Network</source>
        <translation>选择常见网络</translation>
    </message>
</context>
<context>
    <name>pgram::CommunicationView</name>
    <message>
        <source>Communication</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Group size</source>
        <translation>组大小</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>步距</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>链路</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>字节</translation>
    </message>
    <message>
        <source>Exposed</source>
        <translation>暴露</translation>
    </message>
    <message>
        <source>Overlapped</source>
        <translation>掩盖</translation>
    </message>
    <message>
        <source>Device %1 to device %2</source>
        <translation>设备 %1 到设备 %2</translation>
    </message>
    <message>
        <source>Sent per step</source>
        <translation>每步发送</translation>
    </message>
    <message>
        <source>Sent back</source>
        <translation>反向发送</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Sent by all ranks per step</source>
        <translation>所有设备每步发送</translation>
    </message>
    <message>
        <source>Overlapped (worst rank)</source>
        <translation>掩盖（最多的设备）</translation>
    </message>
    <message>
        <source>Ways to sum communication</source>
        <translation>通信的汇总方式</translation>
    </message>
    <message>
        <source>Each transfer</source>
        <translation>逐项</translation>
    </message>
    <message>
        <source>By kind</source>
        <translation>按种类</translation>
    </message>
    <message>
        <source>By link</source>
        <translation>按链路</translation>
    </message>
    <message>
        <source>By group</source>
        <translation>按组</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>包含</translation>
    </message>
    <message>
        <source>Seconds are the sums of its transfers, each on its own worst rank.</source>
        <translation>时间是各项传输之和，每项取其最差的设备。</translation>
    </message>
    <message>
        <source>Exposed (worst rank)</source>
        <translation>暴露（最差的卡）</translation>
    </message>
    <message>
        <source>Adding up the traffic…</source>
        <translation>正在汇总通信量…</translation>
    </message>
    <message>
        <source>Node %1 to node %2</source>
        <translation>节点 %1 到节点 %2</translation>
    </message>
    <message>
        <source>Stage %1 to stage %2</source>
        <translation>阶段 %1 到阶段 %2</translation>
    </message>
    <message>
        <source>Devices in each</source>
        <translation>每组的设备数</translation>
    </message>
</context>
<context>
    <name>pgram::CompareView</name>
    <message>
        <source>Compare</source>
        <translation>比较</translation>
    </message>
    <message>
        <source>Sections of the comparison</source>
        <translation>比较的各部分</translation>
    </message>
    <message>
        <source>Compare All Plans</source>
        <translation>比较全部方案</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>A comparison needs two plans: plan another scenario, duplicate this plan and edit the copy, or open a plan file. Then tick them in the Plans dock.</source>
        <translation>比较需要两个方案：规划另一个场景，复制此方案并编辑副本，或打开方案文件，然后在“方案”停靠栏中勾选。</translation>
    </message>
    <message>
        <source>Tick two or more plans in the Plans dock to see them side by side. The reference stands first.</source>
        <translation>在“方案”停靠栏中勾选两个或更多方案即可并排查看，参照排在最前。</translation>
    </message>
    <message>
        <source>Nothing to compare yet</source>
        <translation>暂无可比较的内容</translation>
    </message>
    <message>
        <source>Show Plan %1</source>
        <translation>显示方案 %1</translation>
    </message>
    <message>
        <source>Compare with %1</source>
        <translation>以 %1 为参照</translation>
    </message>
    <message>
        <source>Leave %1 Out</source>
        <translation>不再比较 %1</translation>
    </message>
</context>
<context>
    <name>pgram::ComparisonModel</name>
    <message>
        <source>Comparison</source>
        <translation>对比</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>参照</translation>
    </message>
    <message>
        <source>Shown</source>
        <translation>当前</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>memory of stage %1</source>
        <translation>阶段 %1 的显存</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>第 %1 层</translation>
    </message>
    <message>
        <source>layers %1–%2</source>
        <translation>第 %1–%2 层</translation>
    </message>
    <message>
        <source>%1 better</source>
        <translation>%1 更好</translation>
    </message>
    <message>
        <source>%1 worse</source>
        <translation>%1 更差</translation>
    </message>
</context>
<context>
    <name>pgram::CoursePage</name>
    <message>
        <source>%1 steps, about %2 minutes</source>
        <translation>%1 步，约 %2 分钟</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>✓ done: %1 steps, about %2 minutes</source>
        <translation>✓ 已完成：%1 步，约 %2 分钟</translation>
    </message>
    <message>
        <source>Course: %1</source>
        <translation>系列课程：%1</translation>
    </message>
    <message>
        <source>Lessons and courses</source>
        <translation>课程与系列课程</translation>
    </message>
    <message>
        <source>Each lesson has plans of its own, which you change; your plans stay as they are. A course takes pages of several lessons.</source>
        <translation>每课有自己的方案供您修改；您的方案保持不变。系列课程由几门课的页面组成。</translation>
    </message>
</context>
<context>
    <name>pgram::DeploymentView</name>
    <message>
        <source>BF16, as many devices</source>
        <translation>BF16，同样多的设备</translation>
    </message>
    <message>
        <source>peaks; points reach less, as measured runs do</source>
        <translation>峰值；各点低于峰值，与实测一致</translation>
    </message>
    <message>
        <source>peaks</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>FLOP per byte</source>
        <translation>每字节 FLOP</translation>
    </message>
    <message>
        <source>TFLOP/s per device</source>
        <translation>每设备 TFLOP/s</translation>
    </message>
    <message>
        <source>16-bit peak and bandwidth</source>
        <translation>16 位峰值与带宽</translation>
    </message>
    <message>
        <source>8-bit peak</source>
        <translation>8 位峰值</translation>
    </message>
    <message>
        <source>its prompt</source>
        <translation>其提示</translation>
    </message>
    <message>
        <source>prompt</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>batch 1</source>
        <translation>批次 1</translation>
    </message>
    <message>
        <source>Tokens per second over the batch</source>
        <translation>每秒 token 数随批次的变化</translation>
    </message>
    <message>
        <source>Time between two tokens</source>
        <translation>两个 token 之间的时间</translation>
    </message>
    <message>
        <source>sequences at once</source>
        <translation>同时的序列数</translation>
    </message>
    <message>
        <source>tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>Below the slope reading weights and cache bounds a device, below the flat part its products. A point is a step that generates a token of each sequence.</source>
        <translation>斜线下受读取权重与缓存限制，平顶下受矩阵乘限制。每个点是为每个序列各生成一个 token 的一步。</translation>
    </message>
    <message>
        <source>What more sequences at once give and cost: weights are read once for all of them, each has a cache of its own.</source>
        <translation>同时处理更多序列的得与失：权重为所有序列只读一次，缓存各有一份。</translation>
    </message>
    <message>
        <source>Prompt</source>
        <translation>提示</translation>
    </message>
    <message numerus="yes">
        <source>%n sequence(s)</source>
        <translation>
            <numerusform>%n 个序列</numerusform>
        </translation>
    </message>
    <message>
        <source>Per device</source>
        <translation>每设备</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>token/秒</translation>
    </message>
    <message>
        <source>Between two tokens</source>
        <translation>两个 token 之间</translation>
    </message>
    <message>
        <source>The caches of so many sequences do not fit</source>
        <translation>这么多序列的缓存放不下</translation>
    </message>
    <message>
        <source>Format of the weights</source>
        <translation>权重格式</translation>
    </message>
    <message>
        <source>Pruning</source>
        <translation>剪枝</translation>
    </message>
    <message>
        <source>Tensor degree</source>
        <translation>张量并行度</translation>
    </message>
    <message>
        <source>Pipeline degree</source>
        <translation>流水线并行度</translation>
    </message>
    <message>
        <source>Sequences at once</source>
        <translation>同时的序列数</translation>
    </message>
    <message>
        <source>Tokens of a prompt</source>
        <translation>提示的 token 数</translation>
    </message>
    <message>
        <source>%1 on %2: first token %3, token %4</source>
        <translation>%1，%2：首 token %3，每 token %4</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>缓存</translation>
    </message>
    <message>
        <source>Context and workspace</source>
        <translation>上下文与工作区</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Sequences that fit</source>
        <translation>放得下的序列数</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>Latency</source>
        <translation>延迟</translation>
    </message>
    <message>
        <source>Exchange</source>
        <translation>通信</translation>
    </message>
    <message>
        <source>%1: token, prompt</source>
        <translation>%1：每 token，提示</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>Deployment</source>
        <translation>部署</translation>
    </message>
    <message>
        <source>Tasks that share the model</source>
        <translation>共享模型的任务数</translation>
    </message>
    <message>
        <source>Inferences between two wake-ups</source>
        <translation>两次唤醒之间的推理次数</translation>
    </message>
    <message>
        <source>Inferences between two tasks</source>
        <translation>两次切换任务之间的推理次数</translation>
    </message>
    <message>
        <source>Edge memory</source>
        <translation>边缘存储</translation>
    </message>
    <message>
        <source>Pages of the deployment view</source>
        <translation>部署视图的页</translation>
    </message>
    <message>
        <source>Serving</source>
        <translation>服务</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>任务数</translation>
    </message>
    <message>
        <source>Adapter width</source>
        <translation>适配器宽度</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>token</translation>
    </message>
    <message>
        <source>Tokens per inference</source>
        <translation>每次推理的 token 数</translation>
    </message>
    <message>
        <source>Wake-up every</source>
        <translation>每隔几次唤醒</translation>
    </message>
    <message>
        <source>Switch every</source>
        <translation>每隔几次切换任务</translation>
    </message>
    <message>
        <source>Roofline of a device</source>
        <translation>一台设备的屋顶线</translation>
    </message>
    <message>
        <source>one replica, without prompts</source>
        <translation>单个副本，不含提示</translation>
    </message>
    <message>
        <source>out of memory above %1</source>
        <translation>超过 %1 则显存不足</translation>
    </message>
    <message>
        <source>fewest devices</source>
        <translation>设备最少</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>输出</translation>
    </message>
    <message>
        <source>Generated tokens</source>
        <translation>生成的 token 数</translation>
    </message>
    <message>
        <source>Replicas of the model on the cluster</source>
        <translation>集群上的模型副本数</translation>
    </message>
    <message>
        <source>Compute (overlapped)</source>
        <translation>计算（重叠）</translation>
    </message>
</context>
<context>
    <name>pgram::DifferencesBox</name>
    <message>
        <source>Other than in %1</source>
        <translation>与 %1 的差别</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>还原</translation>
    </message>
    <message>
        <source>Revert: %1</source>
        <translation>还原：%1</translation>
    </message>
    <message>
        <source>This change cannot be reverted alone. %1</source>
        <translation>不能单独还原。%1</translation>
    </message>
    <message>
        <source>Revert All</source>
        <translation>全部还原</translation>
    </message>
    <message>
        <source>The preset as it is shipped</source>
        <translation>自带的预设</translation>
    </message>
</context>
<context>
    <name>pgram::DockLayouts</name>
    <message>
        <source>Scenario</source>
        <translation>场景</translation>
    </message>
    <message>
        <source>Plans</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>检查器</translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>课程</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
</context>
<context>
    <name>pgram::DrawingLabel</name>
    <message>
        <source>Two devices multiply X, A and B. A is cut by columns and B by rows, so that each device computes one of the two parts of a sum: an all-reduce adds them.</source>
        <translation>两台设备把 X、A、B 相乘。A 按列切，B 按行切，每台设备算出和的一部分，由 all-reduce 相加。</translation>
    </message>
    <message>
        <source>Four devices in a ring. Each sends one of four parts to the next device.</source>
        <translation>四台设备排成环，每台把四份中的一份发给下一台。</translation>
    </message>
    <message>
        <source>Weights (W), gradients (G) and optimizer states (O) of four devices. With DP each device has all. ZeRO-1 cuts O in four, ZeRO-2 also G, ZeRO-3 also W.</source>
        <translation>四台设备的权重 (W)、梯度 (G) 和优化器状态 (O)。DP 时每台都有全部；ZeRO-1 把 O 切成四份，ZeRO-2 再切 G，ZeRO-3 再切 W。</translation>
    </message>
</context>
<context>
    <name>pgram::ExportDialog</name>
    <message>
        <source>&amp;Export</source>
        <translation>导出(&amp;E)</translation>
    </message>
    <message>
        <source>Export Plan</source>
        <translation>导出方案</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>到(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>浏览(&amp;B)…</translation>
    </message>
    <message>
        <source>Frameworks and programs</source>
        <translation>框架与程序</translation>
    </message>
    <message>
        <source>What it cannot run</source>
        <translation>它不能运行的部分</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>&amp;Only %1</source>
        <translation>仅 %1(&amp;O)</translation>
    </message>
    <message>
        <source>Preparing the files…</source>
        <translation>正在准备文件…</translation>
    </message>
    <message>
        <source>%1 cannot run this plan:</source>
        <translation>%1 不能运行此方案：</translation>
    </message>
    <message>
        <source>The plan cannot be written: %1.</source>
        <translation>无法写出此方案：%1。</translation>
    </message>
    <message>
        <source>%1 can run this plan.</source>
        <translation>%1 可以运行此方案。</translation>
    </message>
    <message>
        <source>Planned again: %1. That plan is exported, and added to the plans.</source>
        <translation>已重新规划：%1。将导出该方案，并加入方案列表。</translation>
    </message>
    <message>
        <source>There is no plan in its place: %1.</source>
        <translation>没有可替代的方案：%1。</translation>
    </message>
    <message>
        <source>&amp;Export That Plan</source>
        <translation>导出该方案(&amp;E)</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>还有 %1</translation>
    </message>
    <message>
        <source>Contents of the file</source>
        <translation>文件内容</translation>
    </message>
    <message>
        <source>Searching the nearest plan that %1 runs…</source>
        <translation>正在搜索 %1 能运行的最接近的方案…</translation>
    </message>
    <message>
        <source>The search was stopped before it found a plan.</source>
        <translation>搜索在找到方案之前已停止。</translation>
    </message>
    <message>
        <source>The search was stopped: %1 per step with the best plan by then. That plan is exported, and added to the plans.</source>
        <translation>搜索已停止：到那时为止的最优方案每步 %1。导出的是该方案，它也会加入方案列表。</translation>
    </message>
</context>
<context>
    <name>pgram::FidelityView</name>
    <message>
        <source>Fidelity</source>
        <translation>预测精度</translation>
    </message>
    <message>
        <source>Step Time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Peak Memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>All Devices</source>
        <translation>全部设备</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>The measured runs are being predicted…</source>
        <translation>正在预测实测运行…</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>实测</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>误差</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>%1 samples of %2 tokens</source>
        <translation>%1 个样本，每个 %2 个 token</translation>
    </message>
    <message>
        <source>Framework</source>
        <translation>框架</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>Click to add this plan</source>
        <translation>单击以加入此方案</translation>
    </message>
    <message>
        <source>Click to see this suite alone, or all again</source>
        <translation>单击只看此套件，再单击看全部</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
</context>
<context>
    <name>pgram::FindingsList</name>
    <message>
        <source>Megatron SP</source>
        <translation>Megatron SP</translation>
    </message>
    <message>
        <source>SDP</source>
        <translation>SDP</translation>
    </message>
    <message>
        <source>recomputing attention</source>
        <translation>重计算注意力</translation>
    </message>
    <message>
        <source>recomputing its layers</source>
        <translation>重计算各层</translation>
    </message>
    <message>
        <source>without recomputation</source>
        <translation>不再重计算</translation>
    </message>
    <message>
        <source>with one layer less</source>
        <translation>减少一层</translation>
    </message>
    <message>
        <source>%1 micro-batches instead of %2</source>
        <translation>%1 个微批次，原为 %2 个</translation>
    </message>
    <message>
        <source>step time as before</source>
        <translation>单步时间不变</translation>
    </message>
    <message>
        <source>step time %1</source>
        <translation>单步时间 %1</translation>
    </message>
    <message>
        <source>%1 frees %2, %3</source>
        <translation>%1腾出 %2，%3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>change: effect</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Stage %1 is too full</source>
        <translation>阶段 %1 超出显存</translation>
    </message>
    <message>
        <source>Stage %1 is full</source>
        <translation>阶段 %1 已满</translation>
    </message>
    <message>
        <source>Stage %1 is the slowest</source>
        <translation>阶段 %1 最慢</translation>
    </message>
    <message>
        <source>Make this change. Undo takes it back.</source>
        <translation>执行此修改，可撤销。</translation>
    </message>
    <message>
        <source>No single change makes the step shorter.</source>
        <translation>没有单个改动能缩短单步时间。</translation>
    </message>
</context>
<context>
    <name>pgram::ForeignFiles</name>
    <message>
        <source>Loaded %1 and its cluster as measured in %2. Profiles do not record device memory; %3 is assumed.</source>
        <translation>已载入 %2 实测的 %1 及其集群。剖析文件不含设备显存，假定为 %3。</translation>
    </message>
    <message>
        <source>%1 was read as %2 for %3 on %4 and cannot be used: %5. If it is for another model or cluster, choose them in Scenario and open it again.</source>
        <translation>%1 已作为 %2 按 %4 上的 %3 读取，但无法使用：%5。如果它属于其他模型或集群，请在“场景”面板中选择，然后重新打开。</translation>
    </message>
    <message>
        <source>%1 holds %2 that cannot be used: %3. Where it is about the model, choose the one that was profiled in the Scenario dock and open the folder again.</source>
        <translation>%1 中的 %2无法使用：%3。若与模型有关，请在“场景”停靠栏中选择被剖析的模型，然后重新打开该文件夹。</translation>
    </message>
    <message>
        <source>%1 is a %2: the Scenario dock has the cluster %3.</source>
        <translation>%1 是 %2：“场景”停靠栏已选用集群 %3。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1 = %2 (%3)</source>
        <translation>%1 = %2（%3）</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between assumptions</comment>
        <translation>；</translation>
    </message>
    <message>
        <source>%1 Assumed: %2.</source>
        <translation>%1假定：%2。</translation>
    </message>
    <message>
        <source>%1 (%2) is incomplete. %3</source>
        <translation>%1 是 %2，其中缺少方案所需的内容。%3</translation>
    </message>
    <message>
        <source>%1 is a %2 (%3): the Scenario dock has %4, of %5 parameters.</source>
        <translation>%1 是 %2（%3）：“场景”停靠栏已选用 %4，参数量 %5。</translation>
    </message>
    <message>
        <source>It cannot run as it is. %1</source>
        <translation>它不能按原样运行。%1</translation>
    </message>
    <message>
        <source>It does not fit. %1</source>
        <translation>它放不下。%1</translation>
    </message>
    <message>
        <source>It fits, and takes %1 per step. %2</source>
        <translation>它放得下，单步 %1。%2</translation>
    </message>
    <message>
        <source>For %1 with this model, cluster and batch: %2.</source>
        <translation>在此模型、集群和批大小下，对于 %1：%2。</translation>
    </message>
    <message>
        <source>Show It</source>
        <translation>显示该方案</translation>
    </message>
    <message>
        <source>%1, best for %2</source>
        <translation>%1，%2 最优</translation>
    </message>
    <message>
        <source>%1 The framework refuses it: %2.</source>
        <translation>%1 框架拒绝运行：%2。</translation>
    </message>
    <message>
        <source>%1 Unknown, and not used: %2.</source>
        <translation>%1 未识别、未使用：%2。</translation>
    </message>
    <message>
        <source>Read %1 (%2) for %3 on %4.</source>
        <translation>已读取 %1（%2），模型 %3，集群 %4。</translation>
    </message>
    <message>
        <source>%1 The model is the file&apos;s, not %2 of the Scenario dock.</source>
        <translation>%1 模型取自文件，而不是“场景”面板中的 %2。</translation>
    </message>
    <message>
        <source>%1: the Scenario dock has the cluster %2.</source>
        <translation>%1：“场景”停靠栏已选用集群 %2。</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 等（另有 %n 个）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 %2 (left out of the fit: %3)</source>
        <translation>%1 %2（未参与拟合：%3）</translation>
    </message>
    <message>
        <source>%1 %2 (in no fit)</source>
        <translation>%1 %2（不参与拟合）</translation>
    </message>
    <message>
        <source>%1 (too few measurements)</source>
        <translation>%1（测量太少）</translation>
    </message>
    <message>
        <source>%1 Without effect: %2.</source>
        <translation>%1 没有影响：%2。</translation>
    </message>
    <message>
        <source>%1 Mean errors of the constants: %2.</source>
        <translation>%1 常数的平均误差：%2。</translation>
    </message>
</context>
<context>
    <name>pgram::FullScreen</name>
    <message>
        <source>Full screen: %1 or Escape leaves it; Alt shows the menus; %2 and %3 change the text size.</source>
        <translation>全屏：按 %1 或 Esc 退出；按 Alt 显示菜单；%2 和 %3 调整文字大小。</translation>
    </message>
</context>
<context>
    <name>pgram::GhostLabel</name>
    <message>
        <source>What the change would cost</source>
        <translation>此改动的代价</translation>
    </message>
    <message>
        <source>Hover over a choice, or Tab to it, to preview its cost.</source>
        <translation>指向一个选项，或用 Tab 移到它，即可预览其代价。</translation>
    </message>
</context>
<context>
    <name>pgram::HelpWindow</name>
    <message>
        <source>Back (%1)</source>
        <translation>后退（%1）</translation>
    </message>
    <message>
        <source>Forward (%1)</source>
        <translation>前进（%1）</translation>
    </message>
    <message>
        <source>Contents</source>
        <translation>目录</translation>
    </message>
    <message>
        <source>Find a page or a term</source>
        <translation>查找页面或术语</translation>
    </message>
</context>
<context>
    <name>pgram::HistoryPanel</name>
    <message>
        <source>Before the first edit</source>
        <translation>首次编辑之前</translation>
    </message>
    <message>
        <source>History of edits</source>
        <translation>编辑历史</translation>
    </message>
    <message>
        <source>Choose an edit to go back or forward to it; the disk marks what is saved</source>
        <translation>选择一次编辑即可退回或前进到该处；磁盘图标表示已保存的状态</translation>
    </message>
</context>
<context>
    <name>pgram::HostsView</name>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n layer(s)</source>
        <translation>
            <numerusform>%1 个，各 %n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2: does not fit</source>
        <translation>%1，共 %2：放不下</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>hosted, synchronised every step</source>
        <translation>主机驻留，每步同步</translation>
    </message>
    <message numerus="yes">
        <source>hosted, every %n step(s)</source>
        <translation>
            <numerusform>主机驻留，每 %n 步同步</numerusform>
        </translation>
    </message>
    <message>
        <source>Network</source>
        <translation>网络</translation>
    </message>
    <message>
        <source>Steps between syncs</source>
        <translation>同步间隔步数</translation>
    </message>
    <message>
        <source>Hosted, samples/s</source>
        <translation>主机驻留，样本/秒</translation>
    </message>
    <message>
        <source>Pipeline, samples/s</source>
        <translation>流水线，样本/秒</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>比值</translation>
    </message>
    <message>
        <source>Throughput over the bandwidth of a host</source>
        <translation>吞吐量与每台主机的带宽</translation>
    </message>
    <message>
        <source>samples/s of all hosts, both logarithmic</source>
        <translation>所有主机的样本/秒，两轴均为对数</translation>
    </message>
    <message>
        <source>Mb/s</source>
        <translation>Mb/s</translation>
    </message>
    <message>
        <source>samples/s</source>
        <translation>样本/秒</translation>
    </message>
    <message>
        <source>pipeline of the hosts</source>
        <translation>主机组成的流水线</translation>
    </message>
    <message>
        <source>this cluster: %1</source>
        <translation>此集群：%1</translation>
    </message>
    <message>
        <source>this cluster</source>
        <translation>此集群</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Segments</source>
        <translation>段</translation>
    </message>
    <message>
        <source>Step of a host</source>
        <translation>一台主机的单步</translation>
    </message>
    <message>
        <source>%1, of which compute %2</source>
        <translation>%1，其中计算 %2</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>设备内存</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>主机内存</translation>
    </message>
    <message>
        <source>Pipeline of the hosts</source>
        <translation>主机组成的流水线</translation>
    </message>
    <message>
        <source>faster at every bandwidth</source>
        <translation>在任何带宽下都更快</translation>
    </message>
    <message>
        <source>slower at every bandwidth</source>
        <translation>在任何带宽下都更慢</translation>
    </message>
    <message>
        <source>faster below %1</source>
        <translation>低于 %1 时更快</translation>
    </message>
    <message>
        <source>faster above %1</source>
        <translation>高于 %1 时更快</translation>
    </message>
    <message>
        <source>A model in host memory</source>
        <translation>主机内存中的模型</translation>
    </message>
    <message>
        <source>its segments through one device per host, beside a pipeline of the hosts</source>
        <translation>各段依次通过每台主机的一个设备，与这些主机组成的流水线对照</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>Slow network</source>
        <translation>慢速网络</translation>
    </message>
    <message>
        <source>Samples per second of all hosts over the bandwidth that each of them has. Where a curve crosses the dashed one, a pipeline of the hosts is as fast.</source>
        <translation>所有主机每秒的样本数，横轴为每台主机的带宽。曲线与虚线相交处，主机组成的流水线同样快。</translation>
    </message>
    <message numerus="yes">
        <source>from %n micro-batch(es)</source>
        <translation>
            <numerusform>%n 个微批次起</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 with these segments</source>
        <translation>%1（这些段）</translation>
    </message>
    <message>
        <source>%1; %2 with %3</source>
        <translation>%1；%2（%3）</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n micro-batch(es) per step each</source>
        <translation>
            <numerusform>%1 台，每台每步 %n 个微批次</numerusform>
        </translation>
    </message>
    <message>
        <source>Update on the host</source>
        <translation>主机上的参数更新</translation>
    </message>
    <message>
        <source>%1 per sync</source>
        <translation>每次同步 %1</translation>
    </message>
    <message numerus="yes">
        <source>GPipe, %n stage(s), %1 micro-batches; fullest device %2</source>
        <translation>
            <numerusform>GPipe，%n 个阶段，%1 个微批次；最满的设备 %2</numerusform>
        </translation>
    </message>
    <message>
        <source>never</source>
        <translation>从不</translation>
    </message>
    <message>
        <source>Micro-batches that hide loading (these segments)</source>
        <translation>隐藏加载所需的微批数（这些分段）</translation>
    </message>
    <message>
        <source>Micro-batches that hide loading (any segments)</source>
        <translation>隐藏加载所需的微批数（任意分段）</translation>
    </message>
    <message>
        <source>Loading fully hidden</source>
        <translation>加载完全隐藏</translation>
    </message>
    <message>
        <source>Slower convergence from rare synchronisation is not included</source>
        <translation>不含同步稀疏造成的收敛变慢</translation>
    </message>
</context>
<context>
    <name>pgram::InspectorPanel</name>
    <message>
        <source>No plan</source>
        <translation>没有方案</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>to</source>
        <comment>layers 3 to 7</comment>
        <translation>至</translation>
    </message>
    <message>
        <source>First selected layer</source>
        <translation>所选首层</translation>
    </message>
    <message>
        <source>Last selected layer</source>
        <translation>所选末层</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>流水线</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message numerus="yes">
        <source>%n micro-batch(es)</source>
        <translation>
            <numerusform>%n 个微批次</numerusform>
        </translation>
    </message>
    <message>
        <source>batch %1</source>
        <translation>批 %1</translation>
    </message>
    <message>
        <source>Try another strategy</source>
        <translation>试试别的策略</translation>
    </message>
    <message>
        <source>All figures</source>
        <translation>全部数值</translation>
    </message>
</context>
<context>
    <name>pgram::IssuesList</name>
    <message>
        <source>Issues</source>
        <translation>问题</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n more</source>
        <translation>
            <numerusform>%1 及另外 %n 处</numerusform>
        </translation>
    </message>
    <message>
        <source>None: the plan is legal and fits the budget</source>
        <translation>无：方案合法且满足预算</translation>
    </message>
</context>
<context>
    <name>pgram::KeepingView</name>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Best Mix</source>
        <translation>最优组合</translation>
    </message>
    <message>
        <source>Back to the best mix that was found</source>
        <translation>回到找到的最优组合</translation>
    </message>
    <message>
        <source>Use in Plan</source>
        <translation>用于方案</translation>
    </message>
    <message>
        <source>Have the layers keep, swap and recompute as the mix says</source>
        <translation>让各层按这一组合保留、换出与重计算</translation>
    </message>
    <message>
        <source>Working it out…</source>
        <translation>正在计算…</translation>
    </message>
    <message>
        <source>The cluster names no link to host memory, so that nothing can be swapped. Choose a cluster that names one, or give this one&apos;s file a &quot;host&quot; with its &quot;bytes_per_s&quot;.</source>
        <translation>该集群没有写明到主机内存的链路，因此无法换出。请选择写明了链路的集群，或在该集群的文件中加入 &quot;host&quot; 及其 &quot;bytes_per_s&quot;。</translation>
    </message>
    <message>
        <source>Kept tensors</source>
        <translation>保留的张量</translation>
    </message>
    <message>
        <source>Copy time</source>
        <translation>一次拷贝</translation>
    </message>
    <message>
        <source>Micro-batch, if it says %1</source>
        <translation>若为“%1”，每个微批次</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>%1 时</translation>
    </message>
    <message>
        <source>Limit of device memory</source>
        <translation>可用空间</translation>
    </message>
    <message>
        <source>Out of core</source>
        <translation>核外训练</translation>
    </message>
</context>
<context>
    <name>pgram::LessonFiles</name>
    <message>
        <source>Save Solution Sheet</source>
        <translation>保存解答</translation>
    </message>
    <message>
        <source>Save Handout</source>
        <translation>保存讲义</translation>
    </message>
    <message>
        <source>Web pages (*.html)</source>
        <translation>网页 (*.html)</translation>
    </message>
    <message>
        <source>PDF documents (*.pdf)</source>
        <translation>PDF 文档 (*.pdf)</translation>
    </message>
    <message>
        <source>Save Results</source>
        <translation>保存结果</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>pgram::LessonPanel</name>
    <message>
        <source>The task is done.</source>
        <translation>任务已完成。</translation>
    </message>
    <message>
        <source>Step %1 of %2 · %3 complete</source>
        <translation>第 %1 步，共 %2 步 · 已完成 %3 步</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>All Lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <source>Leaves the lesson; your own plan is shown again</source>
        <translation>离开本课；重新显示您自己的方案</translation>
    </message>
    <message>
        <source>Start Again</source>
        <translation>重新开始</translation>
    </message>
    <message>
        <source>The plan of this step as it was at first, and nothing answered</source>
        <translation>恢复本步最初的方案，并清除回答</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
</context>
<context>
    <name>pgram::MainWindow</name>
    <message numerus="yes">
        <source>%n measurement(s) of groups that the cluster no longer has were left out. Undo brings them back.</source>
        <translation>
            <numerusform>集群中已不存在的通信组的 %n 项实测数据已删去。撤销可恢复。</numerusform>
        </translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>摘要</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>发现</translation>
    </message>
    <message>
        <source>The settings are not saved: %1</source>
        <translation>设置未保存：%1</translation>
    </message>
</context>
<context>
    <name>pgram::MeasuredTableEdit</name>
    <message>
        <source>Bus bandwidth of groups</source>
        <translation>各组的总线带宽</translation>
    </message>
    <message>
        <source>Seconds of collectives</source>
        <translation>集合通信的时间</translation>
    </message>
    <message>
        <source>Between stages</source>
        <translation>阶段之间</translation>
    </message>
    <message>
        <source>Add a Row</source>
        <translation>加一行</translation>
    </message>
    <message>
        <source>Remove the Row</source>
        <translation>移除该行</translation>
    </message>
</context>
<context>
    <name>pgram::MemoryView</name>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Stage</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>合计</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>At %1</source>
        <translation>%1 时</translation>
    </message>
    <message>
        <source>Peak</source>
        <translation>峰值</translation>
    </message>
    <message>
        <source>Pages of the memory view</source>
        <translation>显存视图的页面</translation>
    </message>
    <message>
        <source>By stage</source>
        <translation>按阶段</translation>
    </message>
    <message>
        <source>By device</source>
        <translation>按设备</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Tensor rank</source>
        <translation>张量并行组内序号</translation>
    </message>
    <message>
        <source>Context rank</source>
        <translation>上下文并行组内序号</translation>
    </message>
    <message>
        <source>Data rank</source>
        <translation>数据并行组内序号</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>Share of the budget</source>
        <translation>占预算的比例</translation>
    </message>
    <message numerus="yes">
        <source>It stands for the same device of %n node(s) that are alike.</source>
        <translation>
            <numerusform>它代表 %n 个相同节点中同一位置的设备。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::MessageBar</name>
    <message>
        <source>Done</source>
        <translation>完成</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>错误</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>警告</translation>
    </message>
    <message>
        <source>Information</source>
        <translation>信息</translation>
    </message>
</context>
<context>
    <name>pgram::MessageRow</name>
    <message>
        <source>Dismiss</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>pgram::ModelFields</name>
    <message>
        <source>layer norm</source>
        <translation>层归一化</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>RMS 归一化</translation>
    </message>
    <message>
        <source>no norm</source>
        <translation>无归一化</translation>
    </message>
    <message>
        <source>none</source>
        <translation>无</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between a run and its field</comment>
        <translation>、</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>where: what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Set It in All %1 Runs</source>
        <translation>设置到全部 %1 段</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>What the layers compute; what another kind has in common with it stays</source>
        <translation>层的计算内容；换成另一种类型时保留共有的部分</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Short name</source>
        <translation>短名称</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>As people write it</source>
        <translation>按人们的写法</translation>
    </message>
    <message>
        <source>As files and the command line have it: lower case with dashes</source>
        <translation>用于文件和命令行：小写并带连字符</translation>
    </message>
    <message>
        <source>Tokens per sample: 4096, 4k, 128k</source>
        <translation>每个样本的 token 数：4096、4k、128k</translation>
    </message>
    <message>
        <source>Blocks of the model, by type where it has several: 48, or 24, 24</source>
        <translation>模型的块数，有多种类型时逐一给出：48，或 24, 24</translation>
    </message>
    <message>
        <source>none, or several</source>
        <translation>无，或各段不同</translation>
    </message>
</context>
<context>
    <name>pgram::ModelPanel</name>
    <message>
        <source>Sizes of the whole model</source>
        <translation>整个模型的尺寸</translation>
    </message>
    <message>
        <source>Runs of layers</source>
        <translation>层段</translation>
    </message>
    <message>
        <source>The chosen run</source>
        <translation>所选的段</translation>
    </message>
    <message>
        <source>A Decoder of Usual Sizes</source>
        <translation>常用尺寸的解码器</translation>
    </message>
    <message>
        <source>A File, Ours or a config.json…</source>
        <translation>文件：本程序的或 config.json…</translation>
    </message>
    <message numerus="yes">
        <source>%1 parameters, %n layer(s)</source>
        <translation>
            <numerusform>%1 参数，%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>%1FLOP, %2 moved and %3 kept for each token, forward and backward</source>
        <translation>每个 token 前向和反向共 %1FLOP，搬运 %2，保留 %3</translation>
    </message>
    <message>
        <source>%1FLOP, %2 moved and %3 kept for each sample, forward and backward</source>
        <translation>每个样本前向和反向共 %1FLOP，搬运 %2，保留 %3</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>起点</translation>
    </message>
    <message>
        <source>Another model in the place of this one; what was there comes back with Undo</source>
        <translation>换成另一个模型；原来的内容可用撤销恢复</translation>
    </message>
</context>
<context>
    <name>pgram::NotesWindow</name>
    <message>
        <source>Speaker&apos;s Notes</source>
        <translation>讲者备注</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>上一步</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>下一步</translation>
    </message>
    <message>
        <source>**To do:** %1</source>
        <translation>**任务：** %1</translation>
    </message>
    <message>
        <source>**Hint:** %1</source>
        <translation>**提示：** %1</translation>
    </message>
    <message>
        <source>**Then:** %1</source>
        <translation>**接下来：** %1</translation>
    </message>
    <message>
        <source>This is the last step.</source>
        <translation>这是最后一步。</translation>
    </message>
    <message>
        <source>Show Answers</source>
        <translation>显示答案</translation>
    </message>
</context>
<context>
    <name>pgram::Opener</name>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>%1 is a folder without Galvatron&apos;s profile files: there is nothing to open in it.</source>
        <translation>文件夹 %1 中没有 Galvatron 性能剖析文件，没有可打开的内容。</translation>
    </message>
    <message>
        <source>Could not open %1 (%2). Nothing else changed.</source>
        <translation>无法打开 %1：程序处理该文件时出错（%2）。窗口中的其他内容保持不变。</translation>
    </message>
    <message>
        <source>The Scenario dock has the model %1.</source>
        <translation>“场景”停靠栏已选用模型 %1。</translation>
    </message>
    <message>
        <source>The Scenario dock has the cluster %1.</source>
        <translation>“场景”停靠栏已选用集群 %1。</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>剪贴板</translation>
    </message>
    <message>
        <source>%1 is not a file that Parallelogram reads. It reads its own plans, scenarios, models, clusters, lessons and studies, traces of torch.profiler, Nsight Systems and Chakra, memory snapshots of PyTorch, logs of training programs, scalars of TensorBoard, and of other programs: %2.</source>
        <translation>Parallelogram 无法读取 %1。它可读取自己的方案、场景、模型、集群、课程和研究，torch.profiler、Nsight Systems 和 Chakra 的跟踪文件，PyTorch 的显存快照，训练程序的日志，TensorBoard 的标量，以及其他程序的：%2。</translation>
    </message>
    <message>
        <source>All that Parallelogram reads (*.json *.jsonl *.csv *.sh *.sbatch *.slurm *.toml *.yaml *.yml *.py *.txt *.log *.out *.sol *.sqlite *.json.gz *.pickle *.pkl *.et *tfevents*);;Plans, scenarios and more (*.json);;Results of studies (*.sqlite);;Measured runs (*.json *.json.gz *.sqlite *.pickle *.pkl *.et *.log *.txt *.out *tfevents*);;All files (*)</source>
        <translation>Parallelogram 可读取的所有文件 (*.json *.jsonl *.csv *.sh *.sbatch *.slurm *.toml *.yaml *.yml *.py *.txt *.log *.out *.sol *.sqlite *.json.gz *.pickle *.pkl *.et *tfevents*);;方案、场景等 (*.json);;研究结果 (*.sqlite);;实测运行 (*.json *.json.gz *.sqlite *.pickle *.pkl *.et *.log *.txt *.out *tfevents*);;所有文件 (*)</translation>
    </message>
</context>
<context>
    <name>pgram::PictureDialog</name>
    <message>
        <source>Export Picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>高度(&amp;H)</translation>
    </message>
    <message>
        <source> mm</source>
        <translation> 毫米</translation>
    </message>
    <message>
        <source>in proportion</source>
        <translation>按比例</translation>
    </message>
    <message>
        <source>&amp;Text size</source>
        <translation>字号(&amp;T)</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> 磅</translation>
    </message>
    <message>
        <source>as on the screen</source>
        <translation>与屏幕相同</translation>
    </message>
    <message>
        <source> dpi</source>
        <translation> dpi</translation>
    </message>
    <message>
        <source>&amp;Resolution of PNG</source>
        <translation>PNG 分辨率(&amp;R)</translation>
    </message>
    <message>
        <source>Title and &amp;caption</source>
        <translation>标题和说明(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>保存(&amp;S)…</translation>
    </message>
    <message>
        <source>As on the screen</source>
        <translation>与屏幕相同</translation>
    </message>
    <message>
        <source>Single column</source>
        <translation>单栏</translation>
    </message>
    <message>
        <source>1.5 columns</source>
        <translation>一栏半</translation>
    </message>
    <message>
        <source>Double column</source>
        <translation>双栏</translation>
    </message>
    <message>
        <source>%1, %2 mm</source>
        <translation>%1，%2 毫米</translation>
    </message>
    <message>
        <source>Another width</source>
        <translation>其他宽度</translation>
    </message>
    <message>
        <source>Width in millimetres</source>
        <translation>宽度（毫米）</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>宽度(&amp;W)</translation>
    </message>
</context>
<context>
    <name>pgram::PipelineEditor</name>
    <message>
        <source>Stage %1 from layer</source>
        <translation>阶段 %1 起始层</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Parts of the batch that follow one another through the pipeline</source>
        <translation>依次流过流水线的批的各部分</translation>
    </message>
    <message>
        <source>Moves the cut to the stage before</source>
        <translation>移动与前一阶段的切分</translation>
    </message>
    <message>
        <source>Stage %1, chunk %2 from layer</source>
        <translation>阶段 %1 分块 %2 起始层</translation>
    </message>
    <message>
        <source>Moves the cut to the chunk before</source>
        <translation>移动与前一分块的切分</translation>
    </message>
    <message>
        <source>Samples per step, over all devices: 64, 4k</source>
        <translation>所有设备每步的样本数：64、4k</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>切片</translation>
    </message>
</context>
<context>
    <name>pgram::PlanDocument</name>
    <message>
        <source>Plan the rest</source>
        <translation>规划其余</translation>
    </message>
    <message>
        <source>Solution of the task</source>
        <translation>任务的解法</translation>
    </message>
</context>
<context>
    <name>pgram::PlanFiles</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save Plan</source>
        <translation>保存方案</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save %n Plan(s) in</source>
        <translation>
            <numerusform>将 %n 个方案保存到</numerusform>
        </translation>
    </message>
    <message>
        <source>Unsaved Plans</source>
        <translation>未保存的方案</translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s) are not saved.</source>
        <translation>
            <numerusform>%n 个方案尚未保存。</numerusform>
        </translation>
    </message>
    <message>
        <source>Plans (*.pgplan.json *.json);;All files (*)</source>
        <translation>方案 (*.pgplan.json *.json);;所有文件 (*)</translation>
    </message>
    <message>
        <source>%1, for %2</source>
        <translation>%1，用于 %2</translation>
    </message>
    <message numerus="yes">
        <source>Saved %n file(s) in %1</source>
        <translation>
            <numerusform>已在 %1 中保存 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Open Folder</source>
        <translation>打开文件夹</translation>
    </message>
    <message>
        <source>The clipboard has no plan. Copy Plan as Text writes one.</source>
        <translation>剪贴板中没有方案。“将方案复制为文本”可写入一个方案。</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>剪贴板</translation>
    </message>
</context>
<context>
    <name>pgram::Planning</name>
    <message>
        <source>The search was refused</source>
        <translation>搜索被拒绝</translation>
    </message>
    <message>
        <source>The search was stopped before it found a plan.</source>
        <translation>搜索在找到方案之前已停止。</translation>
    </message>
    <message>
        <source>Plan with %1</source>
        <translation>用 %1 规划</translation>
    </message>
    <message>
        <source>No faster plan found; your plan is unchanged.</source>
        <translation>未找到更快的方案；您的方案保持不变。</translation>
    </message>
    <message>
        <source>You edited the plan while the search ran, so the result was added as a new plan.</source>
        <translation>您在搜索期间修改了方案，因此搜索结果已作为新方案加入。</translation>
    </message>
    <message>
        <source>With these stages nothing fits. %1</source>
        <translation>采用这些阶段时没有可行方案。%1</translation>
    </message>
    <message>
        <source>With these layers kept nothing fits. %1</source>
        <translation>保留这些层时没有可行方案。%1</translation>
    </message>
    <message>
        <source>any micro-batches</source>
        <translation>任意微批次数</translation>
    </message>
    <message>
        <source>gradients in 16 bits</source>
        <translation>16 位梯度</translation>
    </message>
    <message numerus="yes">
        <source>%n node(s)</source>
        <translation>
            <numerusform>%n 个节点</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2 per step, %3 per device</source>
        <translation>%1：每步 %2，单设备 %3</translation>
    </message>
    <message>
        <source>%1. A device has %2.</source>
        <translation>%1。一个设备有 %2。</translation>
    </message>
    <message>
        <source>%1. No option and no extra node makes it fit.</source>
        <translation>%1。打开任何选项或增加节点都放不下。</translation>
    </message>
    <message>
        <source>%1. It fits with:</source>
        <translation>%1。这样放得下：</translation>
    </message>
    <message>
        <source>%1, %2 of host memory per node (how much a node has is not known)</source>
        <translation>%1，每节点主机内存 %2，不知节点有多少</translation>
    </message>
    <message>
        <source>%1, %2 of host memory per node</source>
        <translation>%1，每节点主机内存 %2</translation>
    </message>
    <message>
        <source>Faster, but not allowed here: %1</source>
        <translation>更快，但此处未允许：%1</translation>
    </message>
    <message>
        <source>Plan with It</source>
        <translation>用它规划</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <comment>what a plan takes; which framework runs it</comment>
        <translation>%1；%2</translation>
    </message>
</context>
<context>
    <name>pgram::PlansModel</name>
    <message>
        <source>Plan</source>
        <translation>方案</translation>
    </message>
    <message>
        <source>Throughput</source>
        <translation>吞吐量</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>Peak memory</source>
        <translation>峰值显存</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>Δ throughput</source>
        <translation>Δ 吞吐量</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>参照</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>尚未保存</translation>
    </message>
    <message>
        <source>%1 against the reference</source>
        <translation>相对参照 %1</translation>
    </message>
    <message>
        <source>Edited by hand since it was found</source>
        <translation>找到后经手工编辑</translation>
    </message>
    <message>
        <source>Tick two or more plans to compare them</source>
        <translation>勾选两个或更多方案以进行比较</translation>
    </message>
    <message>
        <source>Tokens per device</source>
        <translation>单设备 token 数</translation>
    </message>
    <message>
        <source>FLOP/s per device</source>
        <translation>单设备 FLOP/s</translation>
    </message>
    <message>
        <source>%1 TFLOP/s</source>
        <translation>%1 TFLOP/s</translation>
    </message>
    <message>
        <source>Tokens per second, divided by all devices</source>
        <translation>每秒 token 数，除以设备总数</translation>
    </message>
    <message>
        <source>FLOP of the model per second, divided by all devices: MFU × peak</source>
        <translation>模型每秒 FLOP，除以设备总数：MFU × 峰值</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>figure: its value</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Exposed comm.</source>
        <translation>暴露通信</translation>
    </message>
    <message>
        <source>%1, shown</source>
        <translation>%1，当前显示</translation>
    </message>
</context>
<context>
    <name>pgram::PlansPanel</name>
    <message>
        <source>Plans of this session</source>
        <translation>本次会话的方案</translation>
    </message>
    <message>
        <source>Shown plan against the reference</source>
        <translation>当前方案与参照对比</translation>
    </message>
    <message>
        <source>Right click: choose the columns</source>
        <translation>右键：选择列</translation>
    </message>
    <message>
        <source>Compare with the reference</source>
        <translation>与参考方案比较</translation>
    </message>
    <message>
        <source>Figures and strategies of the shown plan beside those of the reference</source>
        <translation>当前方案的指标和策略，与参考方案并列</translation>
    </message>
</context>
<context>
    <name>pgram::Plot</name>
    <message>
        <source>%1 at %2</source>
        <translation>%2 处 %1</translation>
    </message>
    <message>
        <source>%1: %2 at %3</source>
        <translation>%1：%3 处 %2</translation>
    </message>
</context>
<context>
    <name>pgram::PlotView</name>
    <message>
        <source>Click to hide or show this series</source>
        <translation>单击以隐藏或显示此系列</translation>
    </message>
    <message>
        <source>Show %1</source>
        <translation>显示%1</translation>
    </message>
    <message>
        <source>Show All Data</source>
        <translation>显示全部数据</translation>
    </message>
</context>
<context>
    <name>pgram::PresetBar</name>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Save As…</source>
        <translation>另存为…</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>重命名…</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>标题</translation>
    </message>
    <message>
        <source>Title of the preset</source>
        <translation>预设的标题</translation>
    </message>
    <message>
        <source>Your own preset, changed</source>
        <translation>您自己的预设，已修改</translation>
    </message>
    <message>
        <source>Changed, not saved</source>
        <translation>已修改，未保存</translation>
    </message>
    <message>
        <source>Your own preset</source>
        <translation>您自己的预设</translation>
    </message>
    <message>
        <source>A shipped preset</source>
        <translation>自带的预设</translation>
    </message>
    <message>
        <source>“%1” exists. Save again to replace it.</source>
        <translation>您已有预设“%1”。再按一次将替换它。</translation>
    </message>
</context>
<context>
    <name>pgram::QuestionBox</name>
    <message>
        <source>Question</source>
        <translation>问题</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查</translation>
    </message>
    <message>
        <source>Show the Answer</source>
        <translation>显示答案</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>上移</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>下移</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>顺序</translation>
    </message>
    <message>
        <source>Too small. Try again.</source>
        <translation>太小。请再试一次。</translation>
    </message>
    <message>
        <source>Too large. Try again.</source>
        <translation>太大。请再试一次。</translation>
    </message>
    <message numerus="yes">
        <source>Not yet: %n in the right place.</source>
        <translation>
            <numerusform>还不对：%n 项位置正确。</numerusform>
        </translation>
    </message>
    <message>
        <source>Not this one. Try again.</source>
        <translation>不是这一项。请再试一次。</translation>
    </message>
    <message>
        <source>Question · right</source>
        <translation>问题 · 正确</translation>
    </message>
    <message>
        <source>Question · answer shown</source>
        <translation>问题 · 已显示答案</translation>
    </message>
    <message>
        <source>Right: %1</source>
        <translation>正确：%1</translation>
    </message>
    <message>
        <source>The answer: %1</source>
        <translation>答案：%1</translation>
    </message>
    <message>
        <source>billion</source>
        <translation>十亿</translation>
    </message>
</context>
<context>
    <name>pgram::RunCostView</name>
    <message>
        <source>Days over the time between two checkpoints</source>
        <translation>天数随检查点间隔的变化</translation>
    </message>
    <message>
        <source>one failure of the cluster every %1</source>
        <translation>集群每 %1 故障一次</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>hours between two checkpoints</source>
        <translation>检查点间隔，小时</translation>
    </message>
    <message>
        <source>without interruptions</source>
        <translation>没有中断</translation>
    </message>
    <message>
        <source>least: every %1</source>
        <translation>最少：每 %1</translation>
    </message>
    <message>
        <source>Run cost</source>
        <translation>训练费用</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>天数</translation>
    </message>
</context>
<context>
    <name>pgram::RunsBox</name>
    <message>
        <source>Runs of layers</source>
        <translation>层段</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>类型</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>层</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>参数量</translation>
    </message>
    <message>
        <source>Of all layers of the run</source>
        <translation>该段所有层的</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Adds a run of a kind behind this one, of sizes that go with it</source>
        <translation>在该段之后添加某种类型的段，尺寸与之相配</translation>
    </message>
    <message>
        <source>Copy</source>
        <comment>a run</comment>
        <translation>复制</translation>
    </message>
    <message>
        <source>Adds a run like this one behind it</source>
        <translation>在该段之后添加一个相同的段</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Takes this run away</source>
        <translation>移除该段</translation>
    </message>
    <message>
        <source>Moves this run towards the front</source>
        <translation>将该段前移</translation>
    </message>
    <message>
        <source>Moves this run towards the back</source>
        <translation>将该段后移</translation>
    </message>
    <message>
        <source>Makes two layers of each block, its mixer and its feed-forward part, so that each has its own strategy</source>
        <translation>把每个块变成两层，即混合部分和前馈部分，使它们各有策略</translation>
    </message>
    <message>
        <source>Split</source>
        <comment>blocks of a model</comment>
        <translation>拆分</translation>
    </message>
</context>
<context>
    <name>pgram::ScenarioFiles</name>
    <message>
        <source>Save Scenario</source>
        <translation>保存场景</translation>
    </message>
    <message>
        <source>Scenarios (*.json)</source>
        <translation>场景 (*.json)</translation>
    </message>
    <message>
        <source>The scenario was not saved: its model or cluster is no preset. Save it as your own in the Model or the Cluster dock.</source>
        <translation>场景未保存：其模型或集群不是预设。请先在模型或集群面板中将其存为自己的预设。</translation>
    </message>
    <message>
        <source>Save Model</source>
        <translation>保存模型</translation>
    </message>
    <message>
        <source>Save Cluster</source>
        <translation>保存集群</translation>
    </message>
    <message>
        <source>Models (*.json)</source>
        <translation>模型 (*.json)</translation>
    </message>
    <message>
        <source>Clusters (*.json)</source>
        <translation>集群 (*.json)</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>已保存 %1。</translation>
    </message>
</context>
<context>
    <name>pgram::ScenarioFollower</name>
    <message>
        <source>Your scenario settings were kept; they differ from those of %1.</source>
        <translation>已保留您的场景设置，它们与 %1 的不同。</translation>
    </message>
    <message>
        <source>Take Its Scenario</source>
        <translation>采用其场景</translation>
    </message>
</context>
<context>
    <name>pgram::ScenarioPanel</name>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Cluster</source>
        <translation>集群</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>批大小</translation>
    </message>
    <message>
        <source>Sequence</source>
        <translation>序列长度</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>精度</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>优化器</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>调度</translation>
    </message>
    <message>
        <source>Micro-batches</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>方法</translation>
    </message>
    <message>
        <source>kept in FP32</source>
        <translation>以 FP32 保存</translation>
    </message>
    <message>
        <source>kept in 16 bit</source>
        <translation>以 16 位保存</translation>
    </message>
    <message>
        <source>searched</source>
        <translation>由搜索决定</translation>
    </message>
    <message>
        <source>A fixed number, or all divisors of the batch</source>
        <translation>固定值，或批大小的所有约数</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>%1 (model)</source>
        <translation>%1（模型）</translation>
    </message>
    <message>
        <source>%1 (device)</source>
        <translation>%1（设备）</translation>
    </message>
    <message>
        <source>%1 for plans, %2 in reserve</source>
        <translation>%1 可供方案使用，保留 %2</translation>
    </message>
    <message>
        <source>All of it for plans</source>
        <translation>全部用于方案</translation>
    </message>
    <message>
        <source>Samples per step: one size, 64 or 4k, or several to choose from: 8, 16, 32, or first:last:step</source>
        <translation>每步样本数：一个大小，如 64 或 4k；或多个可选大小：8, 16, 32，或 首:末:步长</translation>
    </message>
    <message>
        <source>Memory that a plan may use on each device: 24 GiB, 24 GB, 16384 MiB</source>
        <translation>方案在每个设备上可用的显存：24 GiB、24 GB、16384 MiB</translation>
    </message>
    <message>
        <source>Tokens per sample: 4096, 4k, 128k</source>
        <translation>每个样本的 token 数：4096、4k、128k</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <comment>field: what is wrong</comment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>There is no model “%1”.</source>
        <translation>没有模型“%1”。</translation>
    </message>
    <message>
        <source>There is no cluster “%1”.</source>
        <translation>没有集群“%1”。</translation>
    </message>
    <message>
        <source>%1 Nearest: %2.</source>
        <comment>no such name; names</comment>
        <translation>%1最接近的是：%2。</translation>
    </message>
    <message>
        <source>, </source>
        <comment>between names</comment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%1 parameters, %n layer(s)</source>
        <translation>
            <numerusform>%1 参数，%n 层</numerusform>
        </translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>节点</translation>
    </message>
    <message>
        <source>Nodes of this cluster; its network joins them</source>
        <translation>这个集群的节点数，由其网络连接</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>编辑…</translation>
    </message>
    <message>
        <source>The model&apos;s layers and their sizes, to be changed</source>
        <translation>修改模型的层及其尺寸</translation>
    </message>
    <message>
        <source>Edit the model</source>
        <translation>编辑模型</translation>
    </message>
    <message>
        <source>The cluster&apos;s devices and links, to be changed</source>
        <translation>集群的设备与链路，可以修改</translation>
    </message>
    <message>
        <source>Edit the cluster</source>
        <translation>编辑集群</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>秩</translation>
    </message>
    <message>
        <source>Adapters</source>
        <translation>适配器</translation>
    </message>
    <message>
        <source>Width of the adapters: 8, 16, 64</source>
        <translation>适配器的宽度：8、16、64</translation>
    </message>
    <message>
        <source>Imbalance</source>
        <translation>不均衡</translation>
    </message>
    <message>
        <source>Slowdown</source>
        <translation>减速</translation>
    </message>
    <message>
        <source>How many more rows the busiest rank&apos;s experts get than the mean</source>
        <translation>专家最繁忙的设备得到的行数比平均多多少</translation>
    </message>
    <message>
        <source>Share of its speed that any one device may lose</source>
        <translation>任意一个设备可能损失的速度比例</translation>
    </message>
    <message>
        <source>balanced</source>
        <translation>均衡</translation>
    </message>
    <message>
        <source>%1, up to %2 each</source>
        <translation>%1，每个最多 %2</translation>
    </message>
    <message>
        <source>%1, %2 each</source>
        <translation>%1，每个 %2</translation>
    </message>
    <message>
        <source>The shown plan was made with other settings.</source>
        <translation>当前方案是按其他设置规划的。</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>损失</translation>
    </message>
    <message>
        <source>80 % of similar runs fit</source>
        <translation>80 % 的相近运行放得下</translation>
    </message>
    <message>
        <source>Runs on</source>
        <translation>运行框架</translation>
    </message>
    <message>
        <source>any framework</source>
        <translation>任意框架</translation>
    </message>
    <message>
        <source>Documents</source>
        <translation>文档</translation>
    </message>
    <message>
        <source>one per sample</source>
        <translation>每个样本一个</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Fine-tuning</source>
        <translation>微调</translation>
    </message>
    <message>
        <source>Memory margin</source>
        <translation>显存余量</translation>
    </message>
    <message>
        <source>none: fits by formula</source>
        <translation>无：按公式放得下</translation>
    </message>
    <message>
        <source>Framework overhead</source>
        <translation>框架开销</translation>
    </message>
    <message>
        <source>none (ideal)</source>
        <translation>无（理想）</translation>
    </message>
    <message>
        <source>as in its file</source>
        <translation>与其文件一致</translation>
    </message>
    <message>
        <source>Parallelism</source>
        <translation>并行方式</translation>
    </message>
    <message>
        <source>the paper&apos;s five</source>
        <translation>论文的五种</translation>
    </message>
    <message>
        <source>modern</source>
        <translation>现代</translation>
    </message>
    <message>
        <source>all</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>what the framework has</source>
        <translation>框架所具备的</translation>
    </message>
    <message>
        <source>own choice</source>
        <translation>自选</translation>
    </message>
    <message>
        <source>Preference</source>
        <translation>偏好</translation>
    </message>
    <message>
        <source>Preference tuning (DPO) on pairs of a chosen and a rejected sequence, and the place of its reference model. Adapters take their base without adapters</source>
        <translation>在被选中与被拒绝的序列对上的偏好微调（DPO），以及参考模型的位置。适配器以不带适配器的基座为参考模型</translation>
    </message>
    <message>
        <source>frozen</source>
        <translation>冻结</translation>
    </message>
    <message>
        <source>trained</source>
        <translation>训练</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>图像</translation>
    </message>
    <message>
        <source>Images or clips of a sample; their tokens are among those of the sequence</source>
        <translation>一个样本的图像或片段；它们的 token 计入序列</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>编码器</translation>
    </message>
    <message>
        <source>Projector</source>
        <translation>投影层</translation>
    </message>
    <message>
        <source>Tokens of the documents in a packed sample: 2048, 256-4096, 512x3,2048 or lognormal:600,4000 (median, 95th percentile); with padded: in front, samples are padded to the longest of a micro-batch</source>
        <translation>打包样本中文档的 token 数：2048、256-4096、512x3,2048 或 lognormal:600,4000（中位数、第 95 百分位数）；前面加 padded: 时，样本填充到微批次中最长者</translation>
    </message>
</context>
<context>
    <name>pgram::SearchView</name>
    <message>
        <source>Search</source>
        <translation>搜索</translation>
    </message>
    <message>
        <source>Plan This Scenario Again</source>
        <translation>重新规划此场景</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Click to see all plots</source>
        <translation>单击以查看全部图</translation>
    </message>
    <message>
        <source>Click to see this plot alone</source>
        <translation>单击以单独查看此图</translation>
    </message>
    <message>
        <source>Compare Methods</source>
        <translation>比较方法</translation>
    </message>
    <message>
        <source>BMW&apos;s Walk</source>
        <translation>BMW 的平衡迭代</translation>
    </message>
</context>
<context>
    <name>pgram::SessionKeeper</name>
    <message>
        <source>Autosave failed: %1</source>
        <translation>自动备份失败：%1</translation>
    </message>
    <message>
        <source>The autosaved session could not be read: %1</source>
        <translation>无法读取自动备份的会话：%1</translation>
    </message>
    <message>
        <source>The autosaved session could not be read and was moved to %1: %2</source>
        <translation>无法读取自动备份的会话，已移至 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>Parallelogram did not close properly. %n plan(s) from %1 (%2) can be restored; up to %3 s of later work may be lost.</source>
        <translation>
            <numerusform>Parallelogram 上次未正常关闭。可将 %n 个方案恢复到 %1（%2）时的状态；此后至多 %3 秒的工作可能丢失。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Restore %n Plan(s)</source>
        <translation>
            <numerusform>恢复 %n 个方案</numerusform>
        </translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>放弃</translation>
    </message>
    <message>
        <source>The plans of the earlier session were discarded.</source>
        <translation>已放弃先前会话的方案。</translation>
    </message>
    <message>
        <source>Bring Back</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>pgram::SettingsDialog</name>
    <message>
        <source>&amp;Theme</source>
        <translation>主题(&amp;T)</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>语言(&amp;L)</translation>
    </message>
    <message>
        <source>&amp;Motion</source>
        <translation>动画(&amp;M)</translation>
    </message>
    <message>
        <source>Animated docks, menus and progress bar</source>
        <translation>停靠面板、菜单和进度条的动画</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>全部</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>减弱</translation>
    </message>
    <message>
        <source>&amp;Autosave every</source>
        <translation>自动备份间隔(&amp;A)</translation>
    </message>
    <message>
        <source>After a crash you can restore the last autosave</source>
        <translation>崩溃后可以恢复最近一次自动备份</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>&amp;Defaults</source>
        <translation>默认值(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Reopen the plans of the last session at startup</source>
        <translation>启动时恢复上次会话的方案(&amp;R)</translation>
    </message>
    <message>
        <source>Includes unsaved plans, so closing does not ask. When off, you are asked to save</source>
        <translation>包括未保存的方案，因此关闭时不再询问。关闭此项后，会询问是否保存</translation>
    </message>
    <message>
        <source>%1 s</source>
        <comment>seconds</comment>
        <translation>%1 秒</translation>
    </message>
</context>
<context>
    <name>pgram::ShortcutSheet</name>
    <message>
        <source>Every view</source>
        <translation>所有视图</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>按键</translation>
    </message>
    <message>
        <source>What they do</source>
        <translation>作用</translation>
    </message>
    <message>
        <source>Keyboard Shortcuts</source>
        <translation>键盘快捷键</translation>
    </message>
    <message>
        <source>Search keys and what they do</source>
        <translation>搜索按键及其作用</translation>
    </message>
    <message>
        <source>Search shortcuts</source>
        <translation>搜索快捷键</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Print…</source>
        <translation>打印(&amp;P)…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>pgram::SliceBar</name>
    <message>
        <source>Borders of the slices</source>
        <translation>切片边界</translation>
    </message>
    <message>
        <source>Border %1 of %2, behind token %3</source>
        <translation>第 %1 条边界（共 %2 条），在第 %3 个 token 之后</translation>
    </message>
    <message>
        <source>Slice %1 of %2: %3 tokens, %4–%5</source>
        <translation>第 %1 片（共 %2 片）：%3 个 token，%4–%5</translation>
    </message>
</context>
<context>
    <name>pgram::SliceEditor</name>
    <message>
        <source>Own</source>
        <translation>自定</translation>
    </message>
    <message>
        <source>Equal work</source>
        <translation>等工作量</translation>
    </message>
    <message>
        <source>Equal lengths</source>
        <translation>等长</translation>
    </message>
    <message>
        <source>Optimal lengths</source>
        <translation>最优长度</translation>
    </message>
    <message>
        <source>Optimal: as many slices, and as long, as TeraPipe&apos;s dynamic programme finds them</source>
        <translation>最优：切片的数目与长度由 TeraPipe 的动态规划求出</translation>
    </message>
    <message>
        <source>Lengths of the slices</source>
        <translation>切片长度</translation>
    </message>
    <message>
        <source>Slices of tokens that each micro-batch is cut into</source>
        <translation>每个微批次切成的token 切片数</translation>
    </message>
</context>
<context>
    <name>pgram::SliderPanel</name>
    <message>
        <source>Remove %1</source>
        <translation>去掉 %1</translation>
    </message>
    <message>
        <source>Remove slider</source>
        <translation>移除滑块</translation>
    </message>
</context>
<context>
    <name>pgram::SpaceSwitches</name>
    <message>
        <source>Degrees beyond powers of two</source>
        <translation>不限于 2 的幂</translation>
    </message>
    <message numerus="yes">
        <source>%n layer strategies, of %1 before pruning</source>
        <translation>
            <numerusform>%n 种层策略（剪枝前 %1 种）</numerusform>
        </translation>
    </message>
    <message>
        <source>needed</source>
        <translation>必需</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>nothing fits</source>
        <translation>没有可行方案</translation>
    </message>
    <message>
        <source>With it %1, searched in %2 among %3 layer strategies; without it %4, in %5 among %6</source>
        <translation>有它：%1，在 %3 种层策略中搜索用时 %2；没有它：%4，在 %6 种中用时 %5</translation>
    </message>
    <message>
        <source>Plan with each dimension added or left out, and show by how much the step changes</source>
        <translation>加上或去掉每个维度各规划一次，并显示每步时间的变化</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Measure Each Option</source>
        <translation>逐项测量</translation>
    </message>
    <message>
        <source>Never mix DP and SDP in a layer</source>
        <translation>同层不混用 DP 与 SDP</translation>
    </message>
    <message>
        <source>Takeaway 3 of the paper, which makes the search faster. Off also searches hybrid sharding.</source>
        <translation>论文的结论 3，搜索因此更快。关闭后也搜索混合分片。</translation>
    </message>
    <message>
        <source>Groups of 3, 6 or 12 devices as well</source>
        <translation>也允许 3、6 或 12 个设备成组</translation>
    </message>
</context>
<context>
    <name>pgram::Spotlight</name>
    <message>
        <source>Stage %1 in %2</source>
        <translation>%2中的第 %1 个阶段</translation>
    </message>
    <message>
        <source>Layer %1 in %2</source>
        <translation>%2中的第 %1 层</translation>
    </message>
    <message>
        <source>The cut behind part %1 in %2</source>
        <translation>%2中第 %1 段之后的切分处</translation>
    </message>
    <message>
        <source>Device %1 in %2</source>
        <translation>%2中的设备 %1</translation>
    </message>
</context>
<context>
    <name>pgram::StartPage</name>
    <message>
        <source>Lesson 1: %1</source>
        <translation>第 1 课：%1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Plan my model</source>
        <translation>规划我的模型</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>模型(&amp;M)</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>规划</translation>
    </message>
    <message>
        <source>“%1” is not a preset.</source>
        <translation>没有名为“%1”的预设。</translation>
    </message>
    <message>
        <source>Plan large-model training across many devices</source>
        <translation>为大模型训练规划多设备方案</translation>
    </message>
    <message>
        <source>Choose a model and the machines. The planner finds the fastest plan that fits. Change any layer, and every figure updates at once.</source>
        <translation>选择模型和机器，规划器会找出放得下的最快方案。修改任意一层，所有数值立即更新。</translation>
    </message>
    <message>
        <source>&amp;Cluster</source>
        <translation>集群(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Nodes</source>
        <translation>节点(&amp;N)</translation>
    </message>
    <message>
        <source>Open a plan, a config.json or a launch script…</source>
        <translation>打开方案、config.json 或启动脚本…</translation>
    </message>
    <message>
        <source>All lessons</source>
        <translation>全部课程</translation>
    </message>
    <message>
        <source>Continue with the current plan</source>
        <translation>继续使用当前方案</translation>
    </message>
    <message numerus="yes">
        <source>Course: %1 (%n minute(s))</source>
        <translation>
            <numerusform>系列课程：%1（%n 分钟）</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::StatusArea</name>
    <message>
        <source>best %1 samples/s</source>
        <translation>最优 %1 样本/秒</translation>
    </message>
    <message>
        <source>gap %1</source>
        <translation>差距 %1</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在规划…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop the search and keep the best plan found so far (Esc)</source>
        <translation>停止搜索并保留目前最优的方案（Esc）</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>搜索进度</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n task(s)</source>
        <translation>
            <numerusform>%1 / %n 个任务</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pgram::StepPage</name>
    <message>
        <source>Your own plan is shown</source>
        <translation>正在显示您自己的方案</translation>
    </message>
    <message>
        <source>The lesson goes on with its own.</source>
        <translation>本课使用它自带的方案继续。</translation>
    </message>
    <message>
        <source>Show the Lesson&apos;s Plan</source>
        <translation>显示本课的方案</translation>
    </message>
    <message>
        <source>This step cannot be shown</source>
        <translation>无法显示这一步</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>正在规划…</translation>
    </message>
    <message>
        <source>Show Where</source>
        <translation>指出位置</translation>
    </message>
    <message>
        <source>Points at what the text speaks of</source>
        <translation>指出文中所说之处</translation>
    </message>
    <message>
        <source>Try further</source>
        <translation>继续探索</translation>
    </message>
</context>
<context>
    <name>pgram::StrategyEditor</name>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <translation>
            <numerusform>%1 及另外 %n 种</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No strategy for stages of %n device(s) that these layers can run has it.</source>
        <translation>
            <numerusform>对于 %n 个设备的阶段，这些层可用的策略都不符合。</numerusform>
        </translation>
    </message>
    <message>
        <source>The strategy by its name, or a part of it: tp8-sp-cp4-sdp, TP2·SDP4 ckpt, tp8</source>
        <translation>策略的名称，或其中一部分：tp8-sp-cp4-sdp、TP2·SDP4 ckpt、tp8</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>策略</translation>
    </message>
</context>
<context>
    <name>pgram::StrategyMapView</name>
    <message>
        <source>Strategy map</source>
        <translation>策略图</translation>
    </message>
    <message>
        <source>Cut between stage %1 and stage %2</source>
        <translation>阶段 %1 与阶段 %2 之间的切分</translation>
    </message>
    <message>
        <source>Forward, one micro-batch</source>
        <translation>前向，一个微批次</translation>
    </message>
    <message>
        <source>Backward, one micro-batch</source>
        <translation>反向，一个微批次</translation>
    </message>
    <message>
        <source>Gradient sync, per step</source>
        <translation>梯度同步，每步</translation>
    </message>
    <message>
        <source>Re-layout before it</source>
        <translation>之前的重排布</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>权重</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>梯度</translation>
    </message>
    <message>
        <source>Optimizer states</source>
        <translation>优化器状态</translation>
    </message>
    <message>
        <source>Activations of a micro-batch</source>
        <translation>一个微批次的激活</translation>
    </message>
    <message>
        <source>Transient in backward</source>
        <translation>反向时的临时显存</translation>
    </message>
    <message>
        <source>On</source>
        <translation>位于</translation>
    </message>
    <message>
        <source>One micro-batch</source>
        <translation>一个微批次</translation>
    </message>
    <message>
        <source>Bubble, per step</source>
        <translation>气泡，每步</translation>
    </message>
    <message>
        <source>Memory at its peak</source>
        <translation>显存峰值</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>预算</translation>
    </message>
    <message>
        <source>Drag it, or press Ctrl+Up and Ctrl+Down, to move layers to the neighbour. Esc during the drag leaves it where it was.</source>
        <translation>拖动它，或按 Ctrl+上 和 Ctrl+下，把层移给相邻阶段。拖动时按 Esc，它就留在原处。</translation>
    </message>
    <message>
        <source>Copy Strategy</source>
        <translation>复制策略</translation>
    </message>
    <message>
        <source>Paste Strategy</source>
        <translation>粘贴策略</translation>
    </message>
    <message>
        <source>Cut between %1 and %2</source>
        <translation>%1 与 %2 之间的切分</translation>
    </message>
    <message>
        <source>One micro-batch through the chunk</source>
        <translation>一个微批次通过该分块</translation>
    </message>
    <message>
        <source>Kept by a micro-batch in the chunk</source>
        <translation>一个微批次在该分块中保留</translation>
    </message>
    <message>
        <source>In flight</source>
        <translation>在途</translation>
    </message>
    <message>
        <source>Each of %1 layers that are the same: %2</source>
        <translation>%1 个相同的层中的每一层：%2</translation>
    </message>
    <message>
        <source>Up to %1 the layers run alike.</source>
        <translation>到%1为止，各层的运行方式相同。</translation>
    </message>
    <message>
        <source>Fold Equal Layers</source>
        <translation>合并相同的层</translation>
    </message>
</context>
<context>
    <name>pgram::StudyView</name>
    <message>
        <source>Open…</source>
        <translation>打开…</translation>
    </message>
    <message>
        <source>Axes</source>
        <translation>坐标轴</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>刷新</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>筛选</translation>
    </message>
    <message>
        <source>What is wrong with the filter</source>
        <translation>筛选的错误</translation>
    </message>
    <message>
        <source>step_s &lt; 2 s</source>
        <translation>step_s &lt; 2 s</translation>
    </message>
    <message>
        <source>%1 = %2 and %3</source>
        <translation>%1 = %2 and %3</translation>
    </message>
    <message>
        <source>Filter, such as: %1</source>
        <translation>筛选，例如：%1</translation>
    </message>
    <message>
        <source>Log x</source>
        <translation>x 对数</translation>
    </message>
    <message>
        <source>Log y</source>
        <translation>y 对数</translation>
    </message>
    <message>
        <source>x axis</source>
        <translation>x 轴</translation>
    </message>
    <message>
        <source>y axis</source>
        <translation>y 轴</translation>
    </message>
    <message>
        <source>Color</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Columns of the parallel coordinates</source>
        <translation>平行坐标的列</translation>
    </message>
    <message>
        <source>Read the rows that were added meanwhile</source>
        <translation>读取期间新增的行</translation>
    </message>
    <message>
        <source>None</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Reading %1: %2</source>
        <translation>正在读取 %1：%2</translation>
    </message>
    <message>
        <source>No study is open: open a file of results that pgram study wrote</source>
        <translation>没有打开的研究：请打开 pgram study 写出的结果文件</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 行</translation>
    </message>
    <message>
        <source>%1 of %2 rows</source>
        <translation>%2 行中的 %1 行</translation>
    </message>
    <message>
        <source>%1 requests have no row yet</source>
        <translation>%1 个请求还没有行</translation>
    </message>
    <message>
        <source>reading: %1</source>
        <translation>正在读取：%1</translation>
    </message>
    <message>
        <source>Pareto front</source>
        <translation>帕累托前沿</translation>
    </message>
    <message>
        <source>No two columns differ from row to row</source>
        <translation>没有两列随行变化</translation>
    </message>
    <message>
        <source>No request of this study has a row yet</source>
        <translation>这项研究还没有任何请求的行</translation>
    </message>
    <message>
        <source>at: %1</source>
        <translation>横轴：%1</translation>
    </message>
    <message>
        <source>No row passes the filter</source>
        <translation>没有符合筛选的行</translation>
    </message>
    <message>
        <source>No row that is shown has a value in both columns</source>
        <translation>显示的行在这两列上都没有值</translation>
    </message>
    <message>
        <source>Study</source>
        <translation>批量研究</translation>
    </message>
    <message>
        <source>Drag to show the rows within a range. Click to show all again.</source>
        <translation>拖动可只显示范围内的行，单击恢复全部。</translation>
    </message>
    <message>
        <source>Request %1</source>
        <translation>请求 %1</translation>
    </message>
    <message>
        <source>Double-click to open its plan</source>
        <translation>双击可打开其方案</translation>
    </message>
    <message>
        <source>Open the Plan of the Row</source>
        <translation>打开该行的方案</translation>
    </message>
    <message>
        <source>Clear All Ranges</source>
        <translation>清除所有范围</translation>
    </message>
</context>
<context>
    <name>pgram::SummaryBar</name>
    <message>
        <source>fits</source>
        <translation>放得下</translation>
    </message>
    <message>
        <source>fits by formula</source>
        <translation>按公式放得下</translation>
    </message>
    <message>
        <source>host memory not known</source>
        <translation>主机内存未知</translation>
    </message>
    <message>
        <source>host memory too small</source>
        <translation>主机内存不足</translation>
    </message>
    <message>
        <source>does not fit</source>
        <translation>放不下</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>速度</translation>
    </message>
    <message>
        <source>%1 samples/s</source>
        <translation>%1 样本/秒</translation>
    </message>
    <message>
        <source>MFU</source>
        <translation>MFU</translation>
    </message>
    <message>
        <source>The model&apos;s FLOP take this share of what all devices can compute at their peak.</source>
        <translation>模型的 FLOP 占所有设备峰值算力的比例。</translation>
    </message>
    <message>
        <source>Bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>bubbles</source>
        <translation>气泡</translation>
    </message>
    <message>
        <source>Stages wait for other stages this share of the time.</source>
        <translation>各阶段等待其他阶段的时间比例。</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 / %2</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>Memory: %1</source>
        <translation>显存：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n issue(s)</source>
        <translation>
            <numerusform>%n 个问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>预期</translation>
    </message>
    <message>
        <source>in measured runs</source>
        <translation>实测运行的偏差</translation>
    </message>
    <message>
        <source>no measured run is near</source>
        <translation>没有相近的实测运行</translation>
    </message>
    <message>
        <source>Optimum</source>
        <translation>最优性</translation>
    </message>
    <message>
        <source>optimal</source>
        <translation>最优</translation>
    </message>
    <message>
        <source>in its space</source>
        <translation>在其空间内</translation>
    </message>
    <message>
        <source>within %1</source>
        <translation>相差不超过 %1</translation>
    </message>
    <message>
        <source>of the optimum</source>
        <translation>与最优相比</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>已修改</translation>
    </message>
    <message>
        <source>by hand since it was found</source>
        <translation>找到后经手工修改</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>value and caption</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>was %1 (%2)</source>
        <translation>原为 %1（%2）</translation>
    </message>
    <message>
        <source>Summary of the plan</source>
        <translation>方案摘要</translation>
    </message>
    <message>
        <source>%1 a step</source>
        <translation>每步 %1</translation>
    </message>
    <message>
        <source>of the optimum, stopped early</source>
        <translation>与最优相比，提前停止</translation>
    </message>
    <message>
        <source>not legal</source>
        <translation>不合法</translation>
    </message>
    <message>
        <source>was %1</source>
        <translation>原为 %1</translation>
    </message>
    <message>
        <source>Of the step an average device computes %1, waits %2 for communication and %3 for other stages.</source>
        <translation>平均每个设备在一步中计算占 %1，等待通信占 %2，等待其他阶段占 %3。</translation>
    </message>
    <message>
        <source>%1 of the step is recomputation.</source>
        <translation>重计算占一步的 %1。</translation>
    </message>
    <message>
        <source>While it computes, it reaches %1 of its peak.</source>
        <translation>计算期间达到其峰值的 %1。</translation>
    </message>
    <message>
        <source>Step shows the same for any part of the step.</source>
        <translation>“单步”页可显示步内任意一段的同样数据。</translation>
    </message>
    <message>
        <source>%1 waits most: %2 of the step.</source>
        <translation>%1 等待最久：占一步的 %2。</translation>
    </message>
    <message>
        <source>fits, may need %1</source>
        <translation>放得下，可能需要 %1</translation>
    </message>
    <message>
        <source>A step takes %1. The stage that waits most for communication waits %2.</source>
        <translation>一步耗时 %1。等待通信最久的阶段等待 %2。</translation>
    </message>
    <message>
        <source>The driver would show %1.</source>
        <translation>驱动会显示 %1。</translation>
    </message>
</context>
<context>
    <name>pgram::TaskBox</name>
    <message>
        <source>To do · solution shown</source>
        <translation>任务 · 已显示解法</translation>
    </message>
    <message>
        <source>To do · done</source>
        <translation>任务 · 已完成</translation>
    </message>
    <message>
        <source>To do</source>
        <translation>任务</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>提示</translation>
    </message>
    <message>
        <source>Do It for Me</source>
        <translation>替我完成</translation>
    </message>
    <message>
        <source>Edits the plan so that the task is fulfilled; Undo takes it back</source>
        <translation>修改方案以完成任务；可撤销</translation>
    </message>
</context>
<context>
    <name>pgram::TimelineView</name>
    <message>
        <source>Timeline</source>
        <translation>时间线</translation>
    </message>
    <message>
        <source>A–B %1</source>
        <translation>A–B %1</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>空闲</translation>
    </message>
    <message>
        <source>Bubbles of the stage, per step</source>
        <translation>阶段的气泡，每步</translation>
    </message>
    <message>
        <source>Share of the step</source>
        <translation>占单步的比例</translation>
    </message>
    <message>
        <source>Micro-batch</source>
        <translation>微批次</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>分块</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>End</source>
        <translation>结束</translation>
    </message>
    <message>
        <source>Takes</source>
        <translation>用时</translation>
    </message>
    <message>
        <source>No timeline: this schedule cannot be run on this plan. The issues say why.</source>
        <translation>没有时间线：该调度无法在此方案上运行，原因见问题列表。</translation>
    </message>
    <message>
        <source>whole step</source>
        <translation>整个训练步</translation>
    </message>
    <message>
        <source>step</source>
        <translation>整步</translation>
    </message>
    <message>
        <source>Gradient sync overlapped with it</source>
        <translation>与其重叠的梯度同步</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>显存</translation>
    </message>
    <message>
        <source>A–B</source>
        <translation>A–B</translation>
    </message>
    <message>
        <source>Pages of the timeline</source>
        <translation>时间线的页面</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Remove Measured Run</source>
        <translation>移除实测运行</translation>
    </message>
    <message>
        <source>Stop Reading</source>
        <translation>停止读取</translation>
    </message>
    <message>
        <source>Reading %1: %2</source>
        <translation>正在读取 %1：%2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>设备 %1</translation>
    </message>
    <message>
        <source>measured: %1</source>
        <translation>实测：%1</translation>
    </message>
    <message numerus="yes">
        <source>%1 (%2, median of %n step(s))</source>
        <translation>
            <numerusform>%1（%2，%n 步的中位数）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; %n more rank(s) on the page Difference</source>
        <translation>
            <numerusform>%1；另有 %n 个设备见“差异”页</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, measured: %2</source>
        <translation>%1，实测：%2</translation>
    </message>
    <message>
        <source>after the step</source>
        <translation>该步之后</translation>
    </message>
    <message>
        <source>Operation</source>
        <translation>操作</translation>
    </message>
    <message>
        <source>Ranks of its group</source>
        <translation>所在组的设备数</translation>
    </message>
    <message>
        <source>Buffer</source>
        <translation>缓冲区</translation>
    </message>
    <message>
        <source>Idle share of the step</source>
        <translation>该步的空闲占比</translation>
    </message>
    <message>
        <source>Memory of %1: %2</source>
        <translation>%1 的显存：%2</translation>
    </message>
    <message>
        <source>measured memory</source>
        <translation>实测显存</translation>
    </message>
    <message>
        <source>%1, memory at %2</source>
        <translation>%1，%2 时的显存</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>预测</translation>
    </message>
    <message>
        <source>Predicted peak</source>
        <translation>预测峰值</translation>
    </message>
    <message>
        <source>Measured in tensors</source>
        <translation>张量占用的实测值</translation>
    </message>
    <message>
        <source>Measured peak in tensors</source>
        <translation>张量占用的实测峰值</translation>
    </message>
    <message>
        <source>The measured line has the predicted context of the device on top, %1, which PyTorch does not count.</source>
        <translation>实测线上加了预测的设备上下文 %1，PyTorch 不计入。</translation>
    </message>
    <message>
        <source>Rank or log of the measured run</source>
        <translation>实测运行的设备或日志</translation>
    </message>
    <message>
        <source>Take all traces and logs away; the files stay as they are</source>
        <translation>移除所有跟踪文件和日志；文件本身不变</translation>
    </message>
    <message>
        <source>A measured run is read. Open its plan to see them side by side.</source>
        <translation>已读取实测运行。打开它的方案即可并排查看。</translation>
    </message>
    <message>
        <source>Log: %1</source>
        <translation>日志：%1</translation>
    </message>
    <message>
        <source>No measured run: open a trace or a log</source>
        <translation>没有实测运行：请打开跟踪文件或日志</translation>
    </message>
</context>
<context>
    <name>pgram::TreeFilter</name>
    <message>
        <source>Filter strategies</source>
        <translation>筛选策略</translation>
    </message>
    <message>
        <source>Filter strategies: tp8 ckpt</source>
        <translation>筛选策略：tp8 ckpt</translation>
    </message>
</context>
<context>
    <name>pgram::TreeView</name>
    <message>
        <source>Decision tree</source>
        <translation>决策树</translation>
    </message>
    <message>
        <source>all layers</source>
        <translation>所有层</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>阶段</translation>
    </message>
    <message>
        <source>Layers of the plan</source>
        <translation>方案中的层数</translation>
    </message>
    <message>
        <source>Step time</source>
        <translation>单步时间</translation>
    </message>
    <message>
        <source>vs. best known</source>
        <translation>与已知最优相比</translation>
    </message>
    <message>
        <source>vs. this plan</source>
        <translation>与此方案相比</translation>
    </message>
    <message>
        <source>Leaf value: best step time (%1) if %2 use it, relative to the best known · %3 of %4</source>
        <translation>叶节点数值：%2 采用该策略时的最优单步时间（%1），相对已知最优 · %3 / %4</translation>
    </message>
    <message>
        <source>Computing cost…</source>
        <translation>正在计算代价…</translation>
    </message>
    <message>
        <source>Double-click applies it to the selected layers.</source>
        <translation>双击即应用到所选层。</translation>
    </message>
    <message>
        <source>Needs a different number of stages; see Why not in the Inspector.</source>
        <translation>需要不同的阶段数；见检查器中的“为何不”。</translation>
    </message>
    <message>
        <source>Apply %1 to the Selected Layers</source>
        <translation>将 %1 应用到所选层</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message numerus="yes">
        <source>Compute %n Leaf Cost(s)</source>
        <translation>
            <numerusform>计算 %n 个叶节点的代价</numerusform>
        </translation>
    </message>
    <message>
        <source>Cost not computed</source>
        <translation>代价尚未计算</translation>
    </message>
</context>
<context>
    <name>pgram::View</name>
    <message>
        <source>There is no plan to draw</source>
        <translation>没有可绘制的方案</translation>
    </message>
    <message>
        <source>No plan yet: plan a scenario or open a plan file</source>
        <translation>还没有方案：请规划一个场景或打开方案文件</translation>
    </message>
    <message>
        <source>Show as Table</source>
        <translation>以表格显示</translation>
    </message>
    <message>
        <source>Copy Table</source>
        <translation>复制表格</translation>
    </message>
    <message>
        <source>Copy Picture</source>
        <translation>复制图片</translation>
    </message>
</context>
<context>
    <name>pgram::ViewArea</name>
    <message>
        <source>Views</source>
        <translation>视图</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>位置</translation>
    </message>
</context>
<context>
    <name>pgram::ViewExport</name>
    <message>
        <source>Export Picture</source>
        <translation>导出图片</translation>
    </message>
    <message>
        <source>Export Data</source>
        <translation>导出数据</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>表格 (*.csv)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>已保存 %1</translation>
    </message>
    <message>
        <source>Copied the picture of %1</source>
        <translation>已复制“%1”的图片</translation>
    </message>
    <message>
        <source>Export Report</source>
        <translation>导出报告</translation>
    </message>
    <message>
        <source>Reports (*.html)</source>
        <translation>报告 (*.html)</translation>
    </message>
    <message>
        <source>Drawing the report&apos;s pictures…</source>
        <translation>正在绘制报告中的图…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Results of studies (*.sqlite)</source>
        <translation>研究结果 (*.sqlite)</translation>
    </message>
</context>
<context>
    <name>pgram::WhatIfView</name>
    <message>
        <source>÷ %1 … × %1</source>
        <translation>÷ %1 … × %1</translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s), each the best at its value</source>
        <translation>
            <numerusform>%n 个方案，各是其值处的最优</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 values planned</source>
        <translation>已规划 %1 / %2 个值</translation>
    </message>
    <message>
        <source>Add a slider</source>
        <translation>添加滑块</translation>
    </message>
    <message>
        <source>± %1 %</source>
        <translation>± %1 %</translation>
    </message>
    <message>
        <source>each by its own uncertainty</source>
        <translation>各按自己的不确定度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Pages of the What-if view</source>
        <translation>“假如”视图的各页</translation>
    </message>
    <message>
        <source>One number</source>
        <translation>一个数</translation>
    </message>
    <message>
        <source>Two numbers</source>
        <translation>两个数</translation>
    </message>
    <message>
        <source>Sliders</source>
        <translation>滑块</translation>
    </message>
    <message numerus="yes">
        <source>%n plan(s), each the best at its values</source>
        <translation>
            <numerusform>%n 个方案，各是其值处的最优</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 of %2 cells planned</source>
        <translation>已规划 %1 / %2 格</translation>
    </message>
    <message>
        <source>each constant less and more, planned anew at both ends</source>
        <translation>每个常数减小和增大，两端都重新规划</translation>
    </message>
    <message>
        <source>%1 of %2 constants varied</source>
        <translation>已变化 %1 / %2 个常数</translation>
    </message>
    <message>
        <source>Enter or letting go plans with these numbers, Escape returns</source>
        <translation>Enter 或松开：用这些数规划；Escape：返回</translation>
    </message>
    <message>
        <source>%1, stopped</source>
        <translation>%1，已停止</translation>
    </message>
    <message>
        <source>Nothing fits: there is no step that could change</source>
        <translation>放不下：没有可变化的单步</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>扫描</translation>
    </message>
    <message numerus="yes">
        <source>%n more curve(s)</source>
        <translation>
            <numerusform>另外 %n 条曲线</numerusform>
        </translation>
    </message>
    <message>
        <source>A method, framework, precision, cluster or model on the same axes</source>
        <translation>同一坐标上的另一种方法、框架、精度、集群或模型</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>数</translation>
    </message>
    <message>
        <source>Second number</source>
        <translation>第二个数</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>范围</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>指标</translation>
    </message>
    <message>
        <source>Change by</source>
        <translation>变化幅度</translation>
    </message>
    <message>
        <source>Add a curve</source>
        <translation>添加曲线</translation>
    </message>
    <message>
        <source>Added</source>
        <translation>已添加</translation>
    </message>
    <message>
        <source>Click a curve to remove it</source>
        <translation>单击曲线即移除</translation>
    </message>
    <message>
        <source>Regions of</source>
        <translation>区域属于</translation>
    </message>
    <message>
        <source>Sensitivity</source>
        <translation>敏感度</translation>
    </message>
</context>
<context>
    <name>pgram::WhyNotPanel</name>
    <message>
        <source>Why not this strategy</source>
        <translation>为何不用这个策略</translation>
    </message>
    <message>
        <source>Show That Plan</source>
        <translation>显示该方案</translation>
    </message>
    <message>
        <source>Add the best plan with this strategy to the plans</source>
        <translation>把采用这个策略的最优方案加入方案列表</translation>
    </message>
    <message>
        <source>Choose a strategy…</source>
        <translation>选择策略…</translation>
    </message>
    <message>
        <source>Runner-up</source>
        <translation>次优策略</translation>
    </message>
    <message numerus="yes">
        <source>%1, %n stage(s)</source>
        <translation>
            <numerusform>%1，%n 个阶段</numerusform>
        </translation>
    </message>
    <message>
        <source>Looking for the best plan with it…</source>
        <translation>正在寻找采用它的最优方案…</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%2 采用 %1</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>What the best plan would cost in which the selected layers run another strategy, or any with a part of its name: tp8, cp4 no ckpt</source>
        <translation>所选各层使用另一策略，或使用符合部分名称（tp8、cp4 no ckpt）的任意策略时，最优方案的代价</translation>
    </message>
    <message>
        <source>A strategy, or a part of one: tp8</source>
        <translation>策略或其一部分：tp8</translation>
    </message>
    <message>
        <source>No other strategy for these layers gives a plan.</source>
        <translation>这些层换用其他策略都得不到方案。</translation>
    </message>
</context>
<context>
    <name>pgram::WindowGuide</name>
    <message>
        <source>About Parallelogram</source>
        <translation>关于 Parallelogram</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Parallelogram %1&lt;/h3&gt;&lt;p&gt;Explorer of hybrid-parallel training strategies. Its planner follows Galvatron-BMW (arXiv 2307.02031).&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Parallelogram %1&lt;/h3&gt;&lt;p&gt;混合并行训练策略的探索工具。规划器遵循 Galvatron-BMW（arXiv 2307.02031）。&lt;/p&gt;&lt;p&gt;自由软件，采用 GNU 通用公共许可证第 3 版或更新版本。&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>帮助</translation>
    </message>
    <message>
        <source>Help ▸ %1</source>
        <translation>帮助 ▸ %1</translation>
    </message>
</context>
</TS>
