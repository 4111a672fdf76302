package dev.hyperterse.search.segment;

/**
 * A segment in an index.
 *
 * @param termIds for each term of the segment its id in the index's vocabulary
 */
public record PlacedSegment(SearchSegment segment, int[] termIds) {}
