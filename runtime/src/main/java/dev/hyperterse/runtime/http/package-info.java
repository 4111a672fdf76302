/**
 * The endpoint on the HTTP server: who may talk to it, how bodies come in and answers and event streams go out. What a
 * message means is decided in {@code mcp}.
 */
package dev.hyperterse.runtime.http;
