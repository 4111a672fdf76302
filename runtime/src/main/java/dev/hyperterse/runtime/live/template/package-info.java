/**
 * URI templates of resources: which template a URI matches, with which values, and how values are encoded in one. Must not
 * know definitions.
 */
package dev.hyperterse.runtime.live.template;
