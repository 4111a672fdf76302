/**
 * Parsers of the two small languages that leaves are written in: texts with arguments, and RFC 6570 URI templates. What
 * they make is data of the catalog, so that a replica has no parser.
 */
package dev.hyperterse.compiler.template;
