/**
 * The sources of catalogs: a folder that {@code hyperterse render} wrote, and below, a cluster. A source reads,
 * verifies and delivers catalogs; it does not know what is served from them.
 */
package dev.hyperterse.runtime.source;
