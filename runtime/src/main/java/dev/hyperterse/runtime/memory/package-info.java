/**
 * The one budget of memory that requests, calls and answers of a replica share, and the two ways to hold some of it: a
 * reservation of what is made elsewhere, and a buffer that an answer is written into. Beside it, what clients may have kept from
 * one request to the next.
 */
package dev.hyperterse.runtime.memory;
