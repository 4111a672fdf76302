/**
 * What our records say about their schema beyond the generator's own annotations. Read only by the program that writes
 * the CRDs; nothing here is looked at when the operator runs.
 */
package dev.hyperterse.crds.schema;
