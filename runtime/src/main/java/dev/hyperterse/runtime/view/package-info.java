/**
 * The pages on which clients with MCP Apps show tools. Their sources are resources beside the classes; a page has no
 * data, and must load nothing.
 */
package dev.hyperterse.runtime.view;
