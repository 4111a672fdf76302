/**
 * Reads an OpenAPI document, of JSON or YAML, and finds its operations and what they refer to. Must not know requests or
 * inputs.
 */
package dev.hyperterse.compiler.openapi.document;
