/**
 * What protects a definition, and whether an older version of it is protected alike. Must not know how definitions are
 * compiled.
 */
package dev.hyperterse.compiler.leaf.protection;
