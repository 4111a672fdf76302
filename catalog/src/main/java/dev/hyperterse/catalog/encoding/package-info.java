/**
 * Catalogs on the wire: the codec, the packing into slots, their index, and digests of what is published. No
 * ConfigMaps.
 */
package dev.hyperterse.catalog.encoding;
