/**
 * Makes tools of the operations of an OpenAPI document: requests with placeholders, and JSON Schemas of their inputs. The
 * document is read in {@code document}. Must not know servers, adapters or how tools are compiled.
 */
package dev.hyperterse.compiler.openapi;
