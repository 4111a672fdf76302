/**
 * Says without an API server what the API server would say of an object of ours: unknown fields, the structural schema of
 * the committed CRDs, list types, names, and the CEL rules. Paths and messages are its own, so that what passes
 * here passes there. Whether an admitted object can be compiled is not decided here.
 */
package dev.hyperterse.compiler.admission;
