/**
 * Where a replica's catalogs come from. Here: a folder that {@code hyperterse render} wrote. Below: a cluster. A source
 * reads, proves and delivers; what is served with a catalog is not its business.
 */
package dev.hyperterse.runtime.source;
