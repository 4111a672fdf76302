package dev.hyperterse.search;

/**
 * A segment in an index.
 *
 * @param termIds for each term of the segment its id in the index's vocabulary
 */
record PlacedSegment(SearchSegment segment, int[] termIds) {}
