/**
 * Worlds of JavaScript that share nothing: QuickJS as WebAssembly, each in a linear memory of its own. The file
 * {@code src/main/wasm/quickjs.wasm} is compiled to classes. Must not know calls or catalogs.
 */
package dev.hyperterse.javascript.isolated;
