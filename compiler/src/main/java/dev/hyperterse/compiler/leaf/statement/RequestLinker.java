package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.catalog.request.RequestTemplate;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.StatementLanguage;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.request.RequestCompiler;
import dev.hyperterse.compiler.request.RequestSource;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.statement.sql.StatementEffect;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts a request, its adapter and its inputs together. */
public final class RequestLinker {
    public static final String PATH = "spec.http";
    public static final String ADAPTER = PATH + ".adapter";

    private static final Revoked REVOKED = new Revoked(PATH);

    private RequestLinker() {}

    public static Checked<LinkedStatement> link(Request request, List<Input> inputs, Links links) {
        return StatementLinker.usable(request.adapter(), links.adapter(), ADAPTER)
                .then(adapter -> ofHttp(request.adapter(), adapter))
                .then(adapter -> RequestCompiler.compile(new RequestSource(
                        PATH, request, adapter.access(), inputs, links.environment(), adapter.headers())))
                .map(template -> new LinkedStatement(
                        new Action.RunRequest(
                                request.adapter(),
                                template,
                                template.method() + " " + request.path(),
                                request.published().map(it -> new PublishedDocument(it.path(), it.digest()))),
                        effect(template)));
    }

    private static Checked<AdapterLink.Usable> ofHttp(String name, AdapterLink.Usable adapter) {
        return adapter.language() instanceof StatementLanguage.Requests
                ? Checked.sound(adapter)
                : Checked.faulty(Reason.InvalidRequest.problem(
                        ADAPTER,
                        "request-of-http",
                        "requests are sent to an HTTP API, and the adapter '%s' has another engine".formatted(name),
                        "name an adapter with engine: Http"));
    }

    /** The effect of a method that may write is known to the author of the API only; hints follow the method. */
    private static StatementEffect effect(RequestTemplate template) {
        return template.method().isSafe() ? StatementEffect.NONE : StatementEffect.UNKNOWN;
    }

    /** The reason why the last good version cannot be served on the adapter as it is now. */
    public static Optional<Problem> revoked(
            Action.RunRequest action, AdapterLink.Usable adapter, Set<String> environment) {
        var request = action.request();
        if (!request.method().isSafe() && adapter.access() == Access.ReadOnly) {
            return Optional.of(REVOKED.because(
                    Reason.InvalidRequest,
                    "method-on-read-only",
                    "%s may change something, and the adapter is ReadOnly".formatted(request.method())));
        }
        if (request.headers().stream().anyMatch(header -> adapter.headers().contains(header.name()))) {
            return Optional.of(REVOKED.because(
                    Reason.InvalidRequest, "header-of-adapter", "it sets a header that the adapter sets now"));
        }
        return REVOKED.unlessGranted(action, environment);
    }
}
