/**
 * ConfigMaps and Secrets that definitions refer to: read when asked for, kept within bounds, watched by name. Must not
 * know who refers to them.
 */
package dev.hyperterse.operator.read.document;
