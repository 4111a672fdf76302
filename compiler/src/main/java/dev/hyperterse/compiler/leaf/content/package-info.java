/** Compiles Prompts and Resources, whose results are content instead of rows. Must not know tools. */
package dev.hyperterse.compiler.leaf.content;
