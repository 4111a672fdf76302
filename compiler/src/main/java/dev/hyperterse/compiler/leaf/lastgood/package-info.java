/**
 * The last good version of a faulty definition: whether it may stay, and the protections that it takes over from what
 * is written now.
 */
package dev.hyperterse.compiler.leaf.lastgood;
