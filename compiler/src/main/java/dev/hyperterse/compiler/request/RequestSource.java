package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.List;
import java.util.Set;

/**
 * A request as its author wrote it, and all that decides what it compiles to.
 *
 * @param path the field that holds it
 * @param inputs the declared inputs, or the top-level properties of a schema
 * @param environment names of the server's environment that are granted to the author's namespace
 * @param headersOfAdapter in lower case
 */
public record RequestSource(
        String path,
        Request request,
        Access access,
        List<Input> inputs,
        Set<String> environment,
        Set<String> headersOfAdapter) {}
