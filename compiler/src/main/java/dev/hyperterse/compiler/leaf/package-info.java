/**
 * Compiles tools, prompts and resources. Each compiler sees one leaf and its {@link
 * dev.hyperterse.compiler.leaf.link.Links}, never the snapshot: equal leaf and equal links give an equal result, which
 * is what makes a memo of results sound.
 */
package dev.hyperterse.compiler.leaf;
