/**
 * Definitions of a live catalog: linked, with the pages of lists and the segments of search made once. Which of them a caller
 * sees is decided above.
 */
package dev.hyperterse.runtime.live.definition;
