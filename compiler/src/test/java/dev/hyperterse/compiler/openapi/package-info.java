/** Tests of the tools that become of OpenAPI documents. */
package dev.hyperterse.compiler.openapi;
