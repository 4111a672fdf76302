/** The last good version of a faulty definition: whether it still links to its server. */
package dev.hyperterse.compiler.leaf.lastgood;
