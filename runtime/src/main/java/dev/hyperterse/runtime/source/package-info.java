/**
 * The sources of catalogs. Here: a folder that {@code hyperterse render} wrote. Below: a cluster. A source reads, verifies and
 * delivers catalogs; it does not know what is served from them.
 */
package dev.hyperterse.runtime.source;
