/**
 * Says without an API server what the API server would say of an object: unknown fields, the structural schema of the
 * committed CRDs, defaults, list types, names, and the CEL rules. Paths and messages are its own, so that what passes
 * here passes there; {@code advice} says them to authors. Whether an admitted object can be compiled is the compiler's matter.
 */
package dev.hyperterse.cli.admission;
