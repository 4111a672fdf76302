/**
 * Worlds of JavaScript that share nothing: QuickJS as WebAssembly, each in a linear memory of its own. What is compiled to
 * classes is the file {@code src/main/wasm/quickjs.wasm}. Knows no call and no catalog.
 */
package dev.hyperterse.javascript.isolated;
