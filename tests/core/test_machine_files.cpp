// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A machine from what its tools print: lists of devices, logs of kernels, and all files about it together.
#include "core/exchange/device_list.h"
#include "core/exchange/kernel_log.h"
#include "core/exchange/machine_files.h"
#include "core/presets/machine_name.h"
#include "core/presets/nearest_device.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <QTemporaryDir>

#include <cmath>
#include <fmt/format.h>

using namespace pgram;

namespace {

std::string smiTable(const std::string& device, int count, int mebibytes)
{
    std::string text = "| NVIDIA-SMI 550.54.15   Driver Version: 550.54.15      CUDA Version: 12.4     |\n"
                       "| GPU  Name                 Persistence-M | Bus-Id          Disp.A | Volatile Uncorr. ECC |\n";
    for (int i = 0; i < count; ++i) {
        text +=
            fmt::format("|   {}  {:<22} On  | 00000000:{:02X}:00.0 Off |                    0 |\n"
                        "| N/A   30C    P8              32W / 350W |       4MiB /  {}MiB |      0%      Default |\n",
                        i, device, 7 + i, mebibytes);
    }
    return text + "|    0   N/A  N/A      1234      C   python3                            4000MiB |\n";
}

std::string productLine(const std::string& device, const ProductShape& shape, double seconds,
                        const std::string& numbers = "bf16")
{
    return fmt::format(
        R"({{"kernel": "product", "device": "{}", "numbers": "{}", "rows": {}, "inner": {}, "columns": {}, )"
        R"("seconds": {}, "repeats": 10, "graph": true}})"
        "\n",
        device, numbers, shape.rows, shape.inner, shape.columns, seconds);
}

/// Three measured products of an L40S (tests/data/kernels), a stream and a launch.
std::string kernelsOf(const std::string& device)
{
    return fmt::format(R"({{"kernel": "device", "device": "{}", "devices": 8, "memory_bytes": 47677177856, )"
                       R"("multiprocessors": 142, "torch": "2.9.0", "runtime": "CUDA 12.8"}})"
                       "\n",
                       device) +
           productLine(device, {8192, 4096, 5120}, 1629e-6) + productLine(device, {128, 51200, 5120}, 823e-6) +
           productLine(device, {512, 256, 512}, 3.612e-6) +
           fmt::format(R"({{"kernel": "stream", "device": "{0}", "bytes": 1610612736, "seconds": 2.2e-3}})"
                       "\n"
                       R"({{"kernel": "launch", "device": "{0}", "seconds": 1.5e-6}})"
                       "\n",
                       device);
}

std::string logOf(const std::string& device, int ranks, const std::string& operation, double bus)
{
    std::string text = fmt::format("# Collective test starting: {}_perf\n# Using devices\n", operation);
    for (int rank = 0; rank < ranks; ++rank) {
        text += fmt::format("#  Rank {:2} Group  0 Pid  37300 on   g100n126 device {:2} [0000:{:02x}:00] {}\n", rank,
                            rank, 5 + rank, device);
    }
    for (const double bytes : {8388608.0, 1073741824.0}) {
        const double algorithm =
            bus / (operation == "all_reduce" ? 2.0 * (ranks - 1) / ranks : 1.0 * (ranks - 1) / ranks);
        text += fmt::format("{:12.0f} {:12.0f}     float     {}      -1    {:.3f}   {:.3f}  {:.3f}      0    {:.3f}   "
                            "{:.3f}  {:.3f}      0\n",
                            bytes, bytes / 4, operation == "all_reduce" ? "sum" : "none", bytes / algorithm / 1e3,
                            algorithm, bus, bytes / algorithm / 1e3, algorithm, bus);
    }
    return text;
}

Result<Reading> machineOf(const std::vector<ForeignFile>& files, const Cluster* cluster = nullptr)
{
    return readMachine(files, {shippedPresets(), nullptr, cluster});
}

FoundCluster machineIn(const std::vector<ForeignFile>& files)
{
    return std::get<FoundCluster>(loaded(machineOf(files)).found);
}

std::string machineRefusal(const std::vector<ForeignFile>& files)
{
    const auto read = machineOf(files);
    return read ? "read" : read.error().text();
}

const ValueNote* machineNote(const Reading& read, const std::string& what)
{
    const auto note = std::ranges::find(read.assumed, what, &ValueNote::what);
    return note == read.assumed.end() ? nullptr : &*note;
}

bool isNearly(double value, double expected, double tolerance = 1e-9)
{
    return std::abs(value / expected - 1) < tolerance;
}

}  // namespace

class TestMachineFiles : public QObject {
    Q_OBJECT

private slots:
    void printedNames_data()
    {
        QTest::addColumn<QString>("printed");
        QTest::addColumn<qint64>("gibibytes");
        QTest::addColumn<QString>("device");
        const auto row = [](const char* printed, qint64 gibibytes, const char* device) {
            QTest::newRow(printed) << QString(printed) << gibibytes << QString(device);
        };
        row("NVIDIA A100-SXM4-80GB", 80, "NVIDIA A100 SXM4 80GB");
        row("NVIDIA A100-SXM4-40GB", 0, "NVIDIA A100 SXM4 40GB");
        row("A100-PCIE-80GB", 0, "NVIDIA A100 PCIe 80GB");
        row("NVIDIA H100 80GB HBM3", 0, "NVIDIA H100 SXM5 80GB");
        row("NVIDIA H100", 95, "NVIDIA H100 SXM 96GB (HBM2e, 500 W)");
        row("NVIDIA RTX 6000 Ada Generation", 48, "NVIDIA RTX 6000 Ada");
        row("NVIDIA RTX PRO 6000 Blackwell Server Edition", 96, "NVIDIA RTX PRO 6000 Blackwell");
        row("NVIDIA RTX A6000", 48, "NVIDIA RTX A6000");
        row("NVIDIA GeForce RTX 3090", 24, "NVIDIA GeForce RTX 3090");
        row("Tesla V100-SXM2-32GB", 32, "NVIDIA V100 SXM2 32GB");
        row("Tesla V100-SXM2-16GB", 16, "NVIDIA V100 SXM2 16GB");
        row("Tesla T4", 15, "NVIDIA T4");
        row("TITAN RTX", 24, "NVIDIA TITAN RTX");
        row("AMD Instinct MI300X VF", 192, "AMD Instinct MI300X");
        row("NVIDIA GB200", 186, "NVIDIA GB200 NVL72 (per GPU)");
        row("NVIDIA B200", 180, "NVIDIA B200 (HGX/DGX)");
        row("Quadro RTX 6000", 24, "");
        row("NVIDIA GeForce RTX 2080 Ti", 11, "");
        row("NVIDIA", 11, "");
    }

    void printedNames()
    {
        QFETCH(QString, printed);
        QFETCH(qint64, gibibytes);
        QFETCH(QString, device);
        const auto found = printedDevice(shippedPresets(), printed.toStdString(), gibibytes * GiB);
        QCOMPARE(found ? QString::fromStdString(found->cluster.device.name) : QString(), device);
    }

    void wordsThatThePresetLacks()
    {
        QCOMPARE(printedDevice(shippedPresets(), "NVIDIA A100-SXM4-80GB")->extra, std::string());
        QCOMPARE(printedDevice(shippedPresets(), "NVIDIA H100 PCIe")->extra, std::string("pcie"));
        QCOMPARE(printedDevice(shippedPresets(), "NVIDIA GeForce RTX 4090 Laptop GPU")->extra,
                 std::string("laptop gpu"));
    }

    void lists_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("device");
        QTest::addColumn<int>("devices");
        QTest::addColumn<qint64>("memory");
        const qint64 a100 = 81920 * MiB;
        QTest::newRow("table") << QString::fromStdString(smiTable("NVIDIA A100-SXM4-80GB", 8, 81920))
                               << "NVIDIA A100-SXM4-80GB" << 8 << a100;
        QTest::newRow("-L") << "GPU 0: NVIDIA L40S (UUID: GPU-1)\nGPU 1: NVIDIA L40S (UUID: GPU-2)\n"
                            << "NVIDIA L40S" << 2 << qint64{0};
        QTest::newRow("-q")
            << "==============NVSMI LOG==============\n\nAttached GPUs            : 1\n"
               "GPU 00000000:07:00.0\n    Product Name                          : NVIDIA A100-SXM4-80GB\n"
               "    Product Brand                         : NVIDIA\n    FB Memory Usage\n"
               "        Total                             : 81920 MiB\n"
               "        Reserved                          : 634 MiB\n    BAR1 Memory Usage\n"
               "        Total                             : 131072 MiB\n"
            << "NVIDIA A100-SXM4-80GB" << 1 << a100;
        QTest::newRow("csv")
            << "index, name, memory.total [MiB], driver_version\n0, NVIDIA A100-SXM4-80GB, 81920 MiB, 550\n"
               "1, NVIDIA A100-SXM4-80GB, 81920 MiB, 550\n"
            << "NVIDIA A100-SXM4-80GB" << 2 << a100;
        QTest::newRow("rocm-smi")
            << "============================ ROCm System Management Interface ============================\n"
               "GPU[0]\t\t: Card Series: \t\tAMD Instinct MI300X OAM\nGPU[0]\t\t: Card Model: \t\t0x74a1\n"
               "GPU[1]\t\t: Card Series: \t\tAMD Instinct MI300X OAM\nGPU[1]\t\t: Card Model: \t\t0x74a1\n"
               "GPU[0]\t\t: VRAM Total Memory (B): 206141652992\nGPU[1]\t\t: VRAM Total Memory (B): 206141652992\n"
            << "AMD Instinct MI300X OAM" << 2 << qint64{206141652992};
        QTest::newRow("rocm-smi, names under the model")
            << "GPU[0]\t\t: Card series: \t\t0x740f\nGPU[0]\t\t: Card model: \t\tAMD INSTINCT MI210\n"
            << "AMD INSTINCT MI210" << 1 << qint64{0};
        QTest::newRow("rocm-smi --csv")
            << "device,GPU use (%),VRAM Total Memory (B),VRAM Total Used Memory (B),Card Series,Card Model\n"
               "card0,0,21458059264,27856896,Radeon RX 7900 XT,0x744c\n"
            << "Radeon RX 7900 XT" << 1 << qint64{21458059264};
    }

    void lists()
    {
        QFETCH(QString, text);
        QFETCH(QString, device);
        QFETCH(int, devices);
        QFETCH(qint64, memory);
        const DeviceList list = loaded(parseDeviceList(text.toStdString(), "smi.txt"));
        QCOMPARE(QString::fromStdString(list.device), device);
        QCOMPARE(list.devices, devices);
        QCOMPARE(qint64{list.memory}, memory);
    }

    void listsThatSayTooLittle()
    {
        QVERIFY(machineRefusal({{"smi.txt", false,
                                 "Device  Node  IDs              Temp        Power\n"
                                 "0       2     0x74a1,   55354  45.0°C      131.0W  NPS1, SPX, 0\n"}})
                    .starts_with("smi.txt: lists 1 device without their names. Give the output of nvidia-smi, or of "
                                 "rocm-smi --showproductname"));
        QVERIFY(machineRefusal({{"smi.txt", false, smiTable("NVIDIA L40S", 1, 46068) + smiTable("Tesla T4", 1, 15360)}})
                    .starts_with("smi.txt:8: lists NVIDIA L40S and Tesla T4: a machine of unlike devices."));
        QVERIFY(machineRefusal({{"smi.txt", false, smiTable("NVIDIA GeForce RTX 2080 Ti", 4, 11264)}})
                    .starts_with(
                        "smi.txt: names NVIDIA GeForce RTX 2080 Ti, which no shipped cluster has. Name a cluster"));
        QVERIFY(!hasDeviceList("name\nA\nB\n") && !hasDeviceList("name, age\nA, 3\n"));
    }

    /// A cluster of the user's own gives the figures of a device that is not shipped.
    void devicesOfOnesOwn()
    {
        Cluster own = loaded(shippedPresets().cluster("rtx-3090-8"));
        own.device.name = "RTX 2080 Ti";
        const auto read = machineOf({{"smi.txt", false, smiTable("NVIDIA GeForce RTX 2080 Ti", 4, 11264)}}, &own);
        const Cluster& cluster = std::get<FoundCluster>(loaded(read).found).cluster;
        QCOMPARE(cluster.devices, 4);
        QCOMPARE(cluster.device.memory, 11264 * MiB);
        QCOMPARE(cluster.device.peakBf16, own.device.peakBf16);
    }

    void logsOfKernels()
    {
        const std::string l40s = "NVIDIA L40S";
        const KernelLog log = loaded(parseKernelLog("Warning: slow\n" + kernelsOf(l40s), "k.jsonl"));
        QCOMPARE(log.products.size(), std::size_t{3});
        QCOMPARE(log.products.front().line, 3);
        QCOMPARE(log.multiprocessors, 142);
        QCOMPARE(log.software, std::string("torch 2.9.0, CUDA 12.8"));
        QCOMPARE(log.ignored.size(), std::size_t{1});
        const auto refusal = [](const std::string& text) {
            const auto read = parseKernelLog(text, "k.jsonl");
            return read ? std::string("read") : read.error().text();
        };
        const std::string good = productLine(l40s, {512, 512, 512}, 1e-5);
        QVERIFY(refusal(good + productLine("Tesla T4", {512, 512, 512}, 1e-5))
                    .starts_with("k.jsonl:2 at /device: is Tesla T4, and NVIDIA L40S in line 1"));
        QVERIFY(refusal(good + productLine(l40s, {512, 512, 512}, 1e-5, "fp16"))
                    .starts_with("k.jsonl:2 at /numbers: is fp16, and bf16 in line 1"));
        QVERIFY(refusal(productLine(l40s, {512, 512, 512}, 0)).starts_with("k.jsonl:1 at /seconds: "));
        QVERIFY(refusal(productLine(l40s, {512, 512, 512}, -1)).starts_with("k.jsonl:1 at /seconds: "));
        QVERIFY(refusal(good + good.substr(0, 40)).starts_with("k.jsonl:2: is not a whole JSON object"));
        QVERIFY(
            refusal(R"({"kernel": "device", "device": "NVIDIA L40S"})").starts_with("k.jsonl: has no measured kernel"));
        QVERIFY(refusal(R"({"kernel": "block", "device": "A", "blocks": 1, "samples": 1, "tokens": 8, "forward_s": 1,)"
                        R"( "backward_s": 1})")
                    .starts_with("k.jsonl:1: is of a model that no line before it describes"));
        QVERIFY(refusal(R"({"kernel": "model", "device": "A", "numbers": "bf16", "model": {"format": "x"}})")
                    .starts_with("k.jsonl:1 at /model/format: "));
        const std::string transfer = R"({"kernel": "collective", "device": "A", "ranks": 4, "bytes": 8, "seconds": 1,)";
        QVERIFY(refusal(transfer + R"( "operation": "gossip"})").starts_with("k.jsonl:1 at /operation: "));
        QVERIFY(refusal(R"({"kernel": "collective", "device": "A", "ranks": 1, "bytes": 8, "seconds": 1,)"
                        R"( "operation": "p2p"})")
                    .starts_with("k.jsonl:1 at /ranks: "));
        const KernelLog noted = loaded(parseKernelLog(
            good + R"({"kernel": "skipped", "device": "A", "measurement": "head", "why": "out of memory"})" + '\n' +
                R"({"kernel": "dance", "device": "A", "steps": 3})",
            "k"));
        QCOMPARE(noted.skipped.front().what, std::string("head"));
        QCOMPARE(noted.skipped.front().why.english(), std::string("not measured: out of memory"));
        QCOMPARE(noted.unknown.size(), std::size_t{1});
        QCOMPARE(noted.unknown.front().what, std::string("kernel in line 3"));
        const KernelLog odd =
            loaded(parseKernelLog(R"({"kernel": "launch", "device": "A", "seconds": 1e-6, "x": 1})", "k"));
        QCOMPARE(odd.unknown.size(), std::size_t{1});
    }

    void kernelsThatContradictTheDataSheet()
    {
        // 2·8192³ FLOP in 1 ms are 1,100 TFLOP/s; the L40S has 362.
        const std::string fast = productLine("NVIDIA L40S", {8192, 8192, 8192}, 1e-3);
        QVERIFY(machineRefusal({{"k.jsonl", false, kernelsOf("NVIDIA L40S") + fast}})
                    .starts_with("k.jsonl:7: reaches 1100 TFLOP/s, more than the peak of NVIDIA L40S, 362 TFLOP/s."));
        QVERIFY(machineRefusal({{"k.jsonl", false,
                                 R"({"kernel": "stream", "device": "NVIDIA L40S", "bytes": 1e9, "seconds": 1e-4})"}})
                    .starts_with("k.jsonl:1: reaches "));
    }

    /// Three products, of which the times are met; the rest is the A100's, whose share of a burst runs reach.
    void calibratedDevice()
    {
        const Reading read = loaded(machineOf({{"k.jsonl", false, kernelsOf("NVIDIA L40S")}}));
        const Device& device = std::get<FoundCluster>(read.found).cluster.device;
        const ProductConstants& constants = *device.products->of(ProductType::Bf16);
        QVERIFY(isNearly(burstSeconds(device, constants, {8192, 4096, 5120}, device.peakBf16), 1629e-6, 1e-3));
        QVERIFY(isNearly(burstSeconds(device, constants, {128, 51200, 5120}, device.peakBf16), 823e-6, 1e-3));
        QVERIFY(isNearly(burstSeconds(device, constants, {512, 256, 512}, device.peakBf16), 3.612e-6, 1e-3));
        const Device a100 = loaded(shippedPresets().device("a100-sxm-80gb"));
        const ProductConstants& relative = *a100.products->of(ProductType::Bf16);
        QCOMPARE(constants.tileInner, relative.tileInner);
        QVERIFY(isNearly(device.gemmEfficiency.value / constants.rateShare,
                         a100.gemmEfficiency.value / relative.rateShare));
        QCOMPARE(device.gemmEfficiency.provenance.kind, std::string("fitted"));
        QCOMPARE(device.products->provenance.kind, std::string(measuredHere));
        QVERIFY(device.products->provenance.source.find("as on NVIDIA A100 SXM4") != std::string::npos);
        QVERIFY(isNearly(device.memoryEfficiency.value, 1610612736 / 2.2e-3 / 864e9));
        QCOMPARE(device.memoryEfficiency.provenance.kind, std::string(measuredHere));
        QCOMPARE(device.launchSeconds.value, 1.5e-6);
        QVERIFY(machineNote(read, "tile_inner, partial_wave, norm") != nullptr);
        QVERIFY(machineNote(read, "attention_efficiency") != nullptr &&
                machineNote(read, "gemm_efficiency") == nullptr);
    }

    /// A device whose constants were fitted on runs keeps those that a kernel alone does not show.
    void constantsOfRunsAreKept()
    {
        const std::string stream =
            R"({"kernel": "stream", "device": "NVIDIA H100 80GB HBM3", "bytes": 1.5e9, "seconds": 5e-4})";
        const Reading read = loaded(machineOf({{"k.jsonl", false, stream}}));
        const Device h100 = loaded(shippedPresets().device("h100-sxm"));
        QCOMPARE(std::get<FoundCluster>(read.found).cluster.device.memoryEfficiency, h100.memoryEfficiency);
        QVERIFY(machineNote(read, "memory_efficiency")->why.english().starts_with("kept, as it is fitted on runs"));
    }

    void allFilesTogether()
    {
        const ForeignFile smi{"a/smi.txt", false, smiTable("NVIDIA L40S", 8, 46068)};
        const ForeignFile log{"a/log.txt", false, logOf("NVIDIA L40S", 8, "all_reduce", 20)};
        const ForeignFile kernels{"a/k.jsonl", false, kernelsOf("NVIDIA L40S")};
        const Reading read = loaded(machineOf({kernels, log, smi}));
        const Cluster& cluster = std::get<FoundCluster>(read.found).cluster;
        QCOMPARE(cluster.source, std::string("devices: smi.txt; collectives: log.txt; kernels: k.jsonl"));
        QCOMPARE(cluster.devices, 8);
        QCOMPARE(cluster.device.memory, 46068 * MiB);
        QCOMPARE(cluster.measuredTimes.size(), std::size_t{1});
        QVERIFY(isNearly(cluster.links.front().bandwidth, 20e9, 1e-3));
        QCOMPARE(cluster.device.products->provenance.kind, std::string(measuredHere));
        QVERIFY(machineNote(read, "bytes_per_s") == nullptr);  // measured
        // The order of files does not matter.
        QVERIFY(machineIn({smi, log, kernels}).cluster == cluster);
        // A second log adds its times.
        const ForeignFile other{"a/other.txt", false, logOf("NVIDIA L40S", 8, "alltoall", 15)};
        QCOMPARE(machineIn({smi, log, other, kernels}).cluster.measuredTimes.size(), std::size_t{2});
    }

    /// nvidia-smi and its matrix in one file.
    void severalPartsInOneFile()
    {
        const std::string text =
            smiTable("NVIDIA A100-SXM4-80GB", 2, 81920) + "\n\tGPU0\tGPU1\nGPU0\t X \tNV12\nGPU1\tNV12\t X \n";
        const FoundCluster found = machineIn({{"all.txt", false, text}});
        QCOMPARE(found.cluster.device.name, std::string("NVIDIA A100 SXM4 80GB"));
        QCOMPARE(found.cluster.links.front().name, std::string("NVLink (NV12)"));
        QCOMPARE(found.cluster.source, std::string("devices: all.txt; links: all.txt"));
    }

    void filesThatDoNotBelongTogether()
    {
        const ForeignFile smi{"smi.txt", false, smiTable("NVIDIA L40S", 8, 46068)};
        QVERIFY(machineRefusal({smi, {"log.txt", false, logOf("AMD Instinct MI300X", 8, "all_reduce", 300)}})
                    .starts_with("log.txt: is of AMD Instinct MI300X, and smi.txt of NVIDIA L40S."));
        QVERIFY(machineRefusal({smi, {"k.jsonl", false, kernelsOf("NVIDIA A100-SXM4-80GB")}})
                    .starts_with("k.jsonl: is of NVIDIA A100-SXM4-80GB, and smi.txt of NVIDIA L40S."));
        QVERIFY(machineRefusal({smi, {"smi2.txt", false, smi.text}})
                    .starts_with("smi2.txt: lists devices, as another file does. Give one of them"));
        QVERIFY(machineRefusal({smi, {"train.sh", false, "pretrain.py --num-layers 2"}})
                    .starts_with("train.sh: does not describe a machine"));
        const Reading fewer = loaded(machineOf({smi, {"log.txt", false, logOf("NVIDIA L40S", 4, "all_reduce", 20)}}));
        QCOMPARE(machineNote(fewer, "devices")->value, std::string("4"));
    }

    /// rccl-tests name their version in a line without a number sign, and devices without their NUMA node.
    void logsOfRccl()
    {
        std::string text = logOf("AMD Instinct MI300X", 8, "all_reduce", 310);
        text.insert(text.find("# Using"), "#\nrccl-tests: Version develop:83d38d9\n");
        const FoundCluster found = machineIn({{"rccl.txt", false, text}});
        QCOMPARE(found.cluster.device.name, std::string("AMD Instinct MI300X"));
        QCOMPARE(found.cluster.devices, 8);
        QVERIFY(isNearly(found.measured->busBandwidth, 310e9, 1e-3));
    }

    /// By hand: from the L40S to the A100 of 40 GB it is log2(362/312) + log2(1555/864) + log2(142/108) = 1.457.
    void nearestRelative()
    {
        const Device l40s = loaded(shippedPresets().device("l40s"));
        const Device nearest = *nearestMeasured(l40s, shippedPresets());
        QCOMPARE(nearest.name, std::string("NVIDIA A100 SXM4 40GB"));
        QVERIFY(isNearly(doublingsBetween(l40s, nearest), 1.457, 1e-3));
        QVERIFY(nearestMeasured(nearest, shippedPresets())->name != nearest.name);
    }

    /// A cluster file whose device has no rate of products takes the relative's; what it gives stays.
    void devicesWithoutARate()
    {
        const QTemporaryDir folder;
        const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "mine.json";
        const auto read = [&](const char* more) {
            const std::string text = fmt::format(
                R"({{"format": "parallelogram-cluster", "version": 1, "name": "mine", "title": "Mine", "devices": 2,
                    "device": {{"name": "New", "memory_bytes": 48000000000, "memory_bytes_per_s": 864000000000,
                               "peak_flop_per_s": {{"fp32": 91.6e12, "fp16": 362e12, "bf16": 362e12}}{}}},
                    "links": [{{"name": "PCIe", "span": 2, "bytes_per_s": 3e10}}]}})",
                more);
            [&] { QVERIFY(writeTextFile(path, text)); }();
            return loaded(shippedPresets().cluster(path.string())).device;
        };
        const Device a100 = loaded(shippedPresets().device("a100-sxm-80gb"));
        const Device taken =
            read(R"(, "multiprocessors": 142, "launch_s": {"value": 4e-6, "provenance": "yours", "source": ""})");
        QCOMPARE(taken.gemmEfficiency.value, a100.gemmEfficiency.value);
        QCOMPARE(taken.gemmEfficiency.provenance.kind, std::string("guessed"));
        QCOMPARE(taken.gemmEfficiency.provenance.source,
                 std::string("as on NVIDIA A100 SXM4 40GB, the nearest measured device"));
        QCOMPARE(taken.launchSeconds.value, 4e-6);
        QVERIFY(taken.products && *taken.products->of(ProductType::Bf16) == *a100.products->of(ProductType::Bf16));
        QVERIFY(!read("").products);  // tiles need the number of multiprocessors
        const Device own = read(R"(, "gemm_efficiency": {"value": 0.5, "provenance": "yours", "source": ""})");
        QCOMPARE(own.gemmEfficiency.value, 0.5);
        QVERIFY(!own.products);
    }
};

PGRAM_TEST(TestMachineFiles)
#include "test_machine_files.moc"
