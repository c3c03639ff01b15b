// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Clusters from the matrix of nvidia-smi and from the tables of nccl-tests, in the forms that users paste them.
#include "core/base/text_file.h"
#include "core/exchange/found_cluster.h"
#include "tests/core/data_sets.h"
#include "tests/core/shipped_presets.h"
#include "tests/pgram_test.h"

#include <cmath>
#include <map>

using namespace pgram;

namespace {

Result<Reading> readText(const std::string& text, const Cluster* cluster = nullptr)
{
    const ForeignFile file{"log.txt", false, text};
    const auto format = expectRecognised(file);
    return format.and_then([&](const Format* found) {
        return readAs(*found, file, {shippedPresets(), nullptr, cluster});
    });
}

FoundCluster found(const std::string& text)
{
    return std::get<FoundCluster>(loaded(readText(text)).found);
}

std::string refusal(const Result<Reading>& read)
{
    return read ? "read" : read.error().text();
}

std::map<std::string, std::string> pairsOf(const FoundCluster& cluster)
{
    return {cluster.pairs.begin(), cluster.pairs.end()};
}

/// "NVLink (NV12) 4, …".
std::string levelsOf(const FoundCluster& cluster)
{
    std::string text;
    for (const LinkLevel& link : cluster.cluster.links) {
        text += (text.empty() ? "" : ", ") + link.name + ' ' + std::to_string(link.span);
    }
    return text;
}

const std::string twoPairs = "\tGPU0\tGPU1\tGPU2\tGPU3\tNIC0\tCPU Affinity\tNUMA Affinity\n"
                             "GPU0\t X \tNV12\tSYS\tSYS\tPIX\t0-7\t0\n"
                             "GPU1\tNV12\t X \tSYS\tSYS\tPIX\t0-7\t0\n"
                             "GPU2\tSYS\tSYS\t X \tNV12\tSYS\t8-15\t1\n"
                             "GPU3\tSYS\tSYS\tNV12\t X \tSYS\t8-15\t1\n"
                             "NIC0\tPIX\tPIX\tSYS\tSYS\t X \t\t\n\nLegend:\n\n  X    = Self\n";

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
    return text;
}

/// A row of nccl-tests whose rates are of so many ranks of an all-reduce.
std::string row(double bytes, double microseconds, double factor)
{
    const double rate = bytes / microseconds / 1e3;
    return QString::asprintf(
               "%14.0f %12.0f     float     sum      -1  %9.1f  %6.2f  %6.2f      0  %9.1f  %6.2f  %6.2f  0\n", bytes,
               bytes / 4, microseconds, rate, rate * factor, microseconds, rate, rate * factor)
        .toStdString();
}

}  // namespace

class TestFoundCluster : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pairsAndIslandsAreRead()
    {
        const FoundCluster cluster = found(twoPairs);
        QCOMPARE(
            pairsOf(cluster),
            (std::map<std::string, std::string>{
                {"0-1", "NV12"}, {"0-2", "SYS"}, {"0-3", "SYS"}, {"1-2", "SYS"}, {"1-3", "SYS"}, {"2-3", "NV12"}}));
        QCOMPARE(levelsOf(cluster), std::string("NVLink (NV12) 2, PCIe 4.0 x16 (SYS) 4"));
        QCOMPARE(cluster.cluster.links.front().bandwidth, 12 * 25e9);
        QCOMPARE(cluster.cluster.device.name, std::string("NVIDIA A100 SXM4 80GB"));
        QCOMPARE(cluster.cluster.nodeDevices(), 4);
    }

    /// Indented, underlined, with blanks for tabs, with Windows' line ends, without a leading tab, cut off.
    void pastedMatricesAreTheSame()
    {
        const auto pairs = pairsOf(found(twoPairs));
        const std::vector<std::string> others{
            replaced(twoPairs, "\n", "\r\n"),
            replaced("    " + twoPairs.substr(1), "\n", "\n    "),
            replaced(twoPairs, "\t", "   "),
            "\x1b[4m" + replaced(twoPairs, "\tNIC0", "\tNIC0\x1b[0m"),
            "[4m" + replaced(twoPairs, "\tNIC0", "\tNIC0[0m"),
            "some lines before\n" + twoPairs.substr(0, twoPairs.find("GPU3\tSYS")),
            replaced(twoPairs, "SYS", "SOC"),
        };
        for (const std::string& text : others) {
            QCOMPARE(pairsOf(found(text)), pairs);
        }
        QCOMPARE(pairsOf(found("\tGPU0\tCPU Affinity\nGPU0\t X \t0-19\n")).size(), std::size_t{0});
    }

    /// A mesh sums the links of a device; NVLinks beyond equal islands are named as left out.
    void meshesAndOddIslands()
    {
        const std::string mesh = "\tGPU0\tGPU1\tGPU2\nGPU0\tX\tNV4\tNV4\nGPU1\tNV4\tX\tNV4\nGPU2\tNV4\tNV4\tX\n";
        QCOMPARE(found(mesh).cluster.links.front().bandwidth, 8 * 25e9);
        const std::string odd =
            replaced(replaced(mesh, "NV4\tNV4\nGPU1", "NV4\tSYS\nGPU1"), "GPU2\tNV4\tNV4", "GPU2\tSYS\tSYS");
        const auto read = loaded(readText(replaced(odd, "NV4\tX\tNV4", "NV4\tX\tSYS")));
        QCOMPARE(levelsOf(std::get<FoundCluster>(read.found)), std::string("PCIe 4.0 x16 (SYS) 3"));
        QCOMPARE(read.assumed.back().what, std::string("links"));
    }

    void devicesOfTheClusterAtHand()
    {
        const Cluster titans = loaded(shippedPresets().cluster("rtx-titan-8"));
        const auto read = loaded(readText(twoPairs, &titans));
        QCOMPARE(std::get<FoundCluster>(read.found).cluster.device, titans.device);
        QCOMPARE(read.assumed.front().value, titans.device.name);
    }

    void matricesThatCannotBe()
    {
        QVERIFY(refusal(readText(twoPairs.substr(0, twoPairs.find("GPU1\tNV12")))).find("GPU1 and GPU2") !=
                std::string::npos);
        const std::string word = refusal(readText(replaced(twoPairs, "GPU1\tNV12", "GPU1\tNV0")));
        QVERIFY2(word.find("log.txt:3: has 'NV0' for GPU1 and GPU0") != std::string::npos, word.c_str());
        const std::string ways = refusal(readText(replaced(twoPairs, "GPU1\tNV12", "GPU1\tNV4")));
        QVERIFY2(ways.find("says NV12 of GPU0 to GPU1, and NV4 the other way round") != std::string::npos,
                 ways.c_str());
    }

    void logsGiveTimesAndRates()
    {
        const std::string text = "# nThread 1 nGpus 8\n"
                                 "#  Rank  0 Group  0 Pid 1 on host device  0 [0x00] NVIDIA H100 80GB HBM3\n"
                                 "#  Rank  7 Group  0 Pid 1 on host device  7 [0x00] NVIDIA H100 80GB HBM3\n" +
                                 row(1048576, 50, 1.75) + row(8388608, 100, 1.75) + "# Avg bus bandwidth : 90\n";
        const FoundCluster cluster = found(text);
        QCOMPARE(cluster.measured->operation, std::string("all_reduce"));
        QCOMPARE(cluster.measured->ranks, 8);
        QCOMPARE(cluster.measured->bytes, 8388608.0);
        QCOMPARE(cluster.measured->busBandwidth, 146.80e9);
        QCOMPARE(cluster.cluster.devices, 8);
        QCOMPARE(cluster.cluster.measuredTimes.front().points.size(), std::size_t{2});
        QCOMPARE(cluster.cluster.device.name, std::string("NVIDIA H100 SXM5 80GB"));
    }

    /// Prefixes of launchers, and ranks from the rates where nobody lists them.
    void launchersAndMissingLists()
    {
        for (const char* prefix : {"0: ", "[1,0]<stdout>:", "   [1,3]<stdout>: ", "worker-0: "}) {
            const FoundCluster cluster = found(prefix + row(1073741824, 6000, 1.875));
            QCOMPARE(cluster.measured->ranks, 16);
            QCOMPARE(levelsOf(cluster), std::string("NVLink 4 8, network 16"));
        }
        // 16 ranks on 2 machines: the rate of a device's network is 1/15 of that of the bus.
        const FoundCluster cluster = found(row(1073741824, 6000, 1.875));
        QVERIFY(std::abs(cluster.cluster.links.back().bandwidth / (cluster.measured->busBandwidth / 15) - 1) < 1e-9);
    }

    /// The kernels of NVLink in one machine say nothing of the network between several.
    void networksHaveNoKernelsOfMachines()
    {
        const Cluster machine = loaded(shippedPresets().cluster("a100-8"));
        QVERIFY(machine.links.size() == 1 && machine.links.front().collectives);
        const Reading read = loaded(readText(row(1073741824, 6000, 1.875), &machine));
        const Cluster& cluster = std::get<FoundCluster>(read.found).cluster;
        QCOMPARE(cluster.links.size(), std::size_t{2});
        QVERIFY(cluster.links.front().collectives == machine.links.front().collectives);
        QVERIFY(!cluster.links.back().collectives);
    }

    void collectivesAreTold()
    {
        const std::string gather = "  8388608 262144 float 100.0 83.89 73.40 N/A 100.0 83.89 73.40 N/A\n";
        QCOMPARE(found(gather).measured->operation, std::string("all_gather"));
        QCOMPARE(found("mpirun ./reduce_scatter_perf -b 8\n" + gather).measured->operation,
                 std::string("reduce_scatter"));
        QCOMPARE(found(gather + "# Collective test concluded: alltoall_perf\n").measured->operation,
                 std::string("alltoall"));
        const std::string reduce = "  8388608 262144 float sum 0 100 83.89 83.89 0e+00 100 83.89 83.89 0e+00\n";
        QCOMPARE(found(reduce).measured->operation, std::string("reduce"));
        // A reduce-scatter is half an all-reduce, whose times a cluster keeps.
        QCOMPARE(found("./reduce_scatter_perf\n" + gather).cluster.measuredTimes.front().points.front().seconds,
                 200e-6);
        const std::string blank = "  8388608 262144 float      -1  100.0 83.89 78.65 0 100.0 83.89 78.65 N/A\n";
        QCOMPARE(found("alltoall_perf\n" + blank).measured->ranks, 16);
    }

    void topologiesOfUsers_data() { addDataSets(); }

    void topologiesOfUsers()
    {
        QFETCH(QString, root);
        for (const UserFile& file : userFiles("topo", root)) {
            const auto links = file.facts["links_all"].get<std::map<std::string, std::string>>();
            QVERIFY2(pairsOf(found(file.text)) == links, file.name.c_str());
        }
    }

    void logsOfUsers_data() { addDataSets(); }

    void logsOfUsers()
    {
        QFETCH(QString, root);
        for (const UserFile& file : userFiles("nccl", root)) {
            const FoundCluster cluster = found(file.text);
            const Json& facts = file.facts;
            QVERIFY2(cluster.measured->operation == facts["test"], file.name.c_str());
            QVERIFY2(facts["ranks"].is_null() || cluster.measured->ranks == facts["ranks"], file.name.c_str());
            const double expected = facts["largest"]["busbw"].get<double>() * 1e9;
            QVERIFY2(std::abs(cluster.measured->busBandwidth - expected) < 1e6, file.name.c_str());
        }
    }
};

PGRAM_TEST(TestFoundCluster)
#include "test_found_cluster.moc"
