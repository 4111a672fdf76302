/**
 * The tools of a live catalog as search reads them: their documents, and the segments of an index, one for each slot. How
 * they are found is decided in the module {@code search}.
 */
package dev.hyperterse.runtime.live.definition.search;
