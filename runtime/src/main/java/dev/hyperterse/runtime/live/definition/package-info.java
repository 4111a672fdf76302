/**
 * Definitions of a live catalog: linked, with the pages of lists made once, and in {@code search} the segments of search. Which
 * of them a caller sees is decided above.
 */
package dev.hyperterse.runtime.live.definition;
