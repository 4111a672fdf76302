/**
 * References of a definition, resolved on its server: adapters, access, callers, addresses. Must not compile statements.
 */
package dev.hyperterse.compiler.leaf.link;
