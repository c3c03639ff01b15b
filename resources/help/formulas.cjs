// SPDX-FileCopyrightText: 2026 The Parallelogram authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes formulas.json: the formulas of formulas.txt and the signs of the help pages, each as an SVG picture and as a
// line of text. Run it after a change of a formula: npm install --no-save mathjax-full@3 && node formulas.cjs
const fs = require("fs");
const path = require("path");
const {mathjax} = require("mathjax-full/js/mathjax.js");
const {TeX} = require("mathjax-full/js/input/tex.js");
const {SVG} = require("mathjax-full/js/output/svg.js");
const {liteAdaptor} = require("mathjax-full/js/adaptors/liteAdaptor.js");
const {RegisterHTMLHandler} = require("mathjax-full/js/handlers/html.js");
const {STATE} = require("mathjax-full/js/core/MathItem.js");
const {AllPackages} = require("mathjax-full/js/input/tex/AllPackages.js");

const adaptor = liteAdaptor();
RegisterHTMLHandler(adaptor);
const page = mathjax.document("", {InputJax: new TeX({packages: AllPackages}), OutputJax: new SVG({fontCache: "local"})});

// What is quoted is upright; brackets grow with what they hold.
function tex(source) {
    const text = source.replace(/"([^"]*)"/g, "\\text{$1}")
        .replace(/[(\[⌈⌊]/g, "\\mathopen{}\\left$&").replace(/[)\]⌉⌋](?=\s*[\^_'])/g, "\\right$&")
        .replace(/(?<!right)[)\]⌉⌋]/g, "\\right$&\\mathclose{}").replace(/&/g, "{}&{}");
    return /\\\\|&/.test(text) ? `\\begin{aligned}${text}\\end{aligned}` : text;
}

// True for a single sign, one with scripts, or brackets.
function isOne(node) {
    const parts = (node.childNodes || []).filter(each => each !== null && words(each) !== "");
    return /^(mi|mn|mo|mtext|msub|msup|msubsup)$/.test(node.kind) || node.properties?.open !== undefined
        || parts.length === 1 && isOne(parts[0]);
}

// A line of plain text, for those who hear the formula and for what is copied: "T = (a + b)/c".
function words(node) {
    const parts = (node.childNodes || []).filter(each => each !== null);
    const joined = () => parts.map(words).join("");
    const group = each => {
        const text = words(each).trim();
        return /^[([⌈⌊].*[)\]⌉⌋]$/u.test(text) && isOne(each) || isOne(each) && !text.includes("/") ? text : `(${text})`;
    };
    const big = each => ["∑", "max", "min", "log"].includes(words(each).trim());
    const scripts = (below, above) => {
        const high = above ? group(above) : "";
        const text = words(parts[0]).trim() + (below ? "_" + group(below) : "") + (/^[′]|^$/.test(high) ? high : "^" + high);
        return big(parts[0]) ? ` ${text} ` : text;
    };
    switch (node.kind) {
    case "text": return node.text;
    case "mtext": return node.attributes && joined().trim() ? ` ${joined()} ` : "";
    case "mo": {
        const sign = joined().replace("'", "′");
        if (/[\u2061-\u2064]/.test(sign)) return "";
        if (sign === ",") return ", ";
        if (/^(max|min)$/.test(sign)) return ` ${sign} `;
        return /^[=≥≤<>∈→+−-]$/.test(sign) && node.texClass !== 0 ? ` ${sign.replace("-", "−")} ` : sign === "∑" ? " ∑ " : sign;
    }
    case "mi": return /^(max|min|log)$/.test(joined()) ? ` ${joined()} ` : joined();
    case "mspace": return "   ";
    case "mfrac": return ` ${group(parts[0])}/${group(parts[1])} `;
    case "msqrt": return `√${group(parts[0])}`;
    case "msub": case "munder": return scripts(parts[1], null);
    case "msup": case "mover": return scripts(null, parts[1]);
    case "msubsup": case "munderover": return scripts(parts[1], parts[2]);
    case "mtable": return parts.map(words).join("; ");
    default: return joined();
    }
}

const glyphs = {};

// Sizes are in x-heights of the text around.
function made(source, display) {
    const tree = page.convert(tex(source), {display, end: STATE.COMPILED});
    const text = words(tree).replace(/\s+/g, " ").replace(/ ([,;)\]])/g, "$1").replace(/([([]) /g, "$1")
        .replace(/\b(max|min|log) \(/g, "$1(").trim();
    page.clear();
    const svg = adaptor.firstChild(page.convert(tex(source), {display}));
    const ex = name => parseFloat(adaptor.getAttribute(svg, name));
    const depth = -parseFloat(/vertical-align: (-?[\d.]+)/.exec(adaptor.getAttribute(svg, "style"))[1]);
    const drawn = adaptor.innerHTML(svg).replace(/ (data-[\w-]+|aria-\w+|stroke|stroke-width)="[^"]*"/g, "").replace(/MJX-\d+-TEX-/g, "")
        .replace(/><\/(use|path|rect)>/g, "/>").replace(/<g(?: transform="[^"]*")?><\/g>/g, "");
    const body = drawn.replace(/<defs>(.*)<\/defs>/, (_, defs) => {
        for (const [glyph, id] of defs.matchAll(/<path id="([^"]+)".*?\/>/g)) glyphs[id] = glyph;
        return "";
    });
    return {source, text, width: ex("width"), height: ex("height"), depth, view: adaptor.getAttribute(svg, "viewBox"), body};
}

const here = file => path.join(__dirname, file);
const formulas = {};
for (const line of fs.readFileSync(here("formulas.txt"), "utf8").split("\n")) {
    const at = line.indexOf(": ");
    if (at > 0 && !line.startsWith("#")) formulas["$" + line.slice(0, at)] = made(line.slice(at + 2), true);
}
for (const file of fs.readdirSync(__dirname).filter(each => each.endsWith(".md")).sort()) {
    for (const [, sign] of fs.readFileSync(here(file), "utf8").matchAll(/(?<!\$)\$([^$\n]+)\$(?!\$)/g)) {
        formulas[sign] ??= made(sign, false);
    }
}
const lines = table => Object.entries(table).map(([name, each]) => `${JSON.stringify(name)}: ${JSON.stringify(each)}`).join(",\n");
fs.writeFileSync(here("formulas.json"), `{\n"glyphs": {\n${lines(glyphs)}\n},\n"formulas": {\n${lines(formulas)}\n}\n}\n`);
