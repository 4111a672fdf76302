/**
 * Definitions of a live catalog: linked, with the pages of lists and the segments of search made once. Must not know
 * callers.
 */
package dev.hyperterse.runtime.live.definition;
