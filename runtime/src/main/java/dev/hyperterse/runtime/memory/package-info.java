/**
 * The one budget of memory that requests, calls and answers of a replica share, and the two ways to hold some of it: a
 * reservation of what is made elsewhere, and a buffer that an answer is written into.
 */
package dev.hyperterse.runtime.memory;
