// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Calls every tool of `pgram serve` with the client of the Model Context Protocol's own SDK, which checks each answer
// against the schema of its tool. mcp_client.mjs PGRAM; needs @modelcontextprotocol/sdk of npm.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["serve", "--stdio"] }));
const { tools } = await client.listTools();
const called = new Set();

async function answer(name, args) {
    called.add(name);
    const result = await client.callTool({ name, arguments: args });
    assert.ok(!result.isError, JSON.stringify(result.content));
    return result.structuredContent;
}

const request = { model: "gpt2-small", cluster: "dgx-a100", batch: 64 };
assert.ok((await answer("list", { what: "clusters" })).entries.length > 10);
const { plan, step_time_s } = await answer("plan", request);
assert.equal((await answer("estimate", { plan })).step_time_s, step_time_s);
await answer("why", { plan, strategy: "tp8" });
await answer("sweep", { ...request, axis: "batch=32..64:2" });
assert.ok((await answer("export", { plan, to: "megatron", nearest: true })).content["train.sh"].startsWith("#!"));
const config = { model_type: "llama", hidden_size: 256, num_hidden_layers: 4, num_attention_heads: 8,
    intermediate_size: 512, vocab_size: 1000, max_position_embeddings: 512 };
assert.equal((await answer("import", { files: { "config.json": JSON.stringify(config) } })).kind, "model");
assert.deepEqual([...called].sort(), tools.map((tool) => tool.name).sort());
const refused = await client.callTool({ name: "plan", arguments: { model: "/etc/passwd" } });
assert.ok(refused.isError);
await client.close();
console.log(`${tools.length} tools answered`);
