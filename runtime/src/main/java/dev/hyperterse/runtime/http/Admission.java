package dev.hyperterse.runtime.http;

import dev.hyperterse.runtime.auth.Authentication;
import dev.hyperterse.runtime.auth.AuthenticationObserver;
import dev.hyperterse.runtime.auth.Authentications;
import dev.hyperterse.runtime.auth.Credentials;
import dev.hyperterse.runtime.auth.ProtectedResource;
import dev.hyperterse.runtime.auth.Verdict;
import dev.hyperterse.runtime.call.PathSegments;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.Answer;
import io.helidon.http.HeaderNames;
import io.helidon.http.Method;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** The checks of every request before its method is read: a catalog is live, and the caller is admitted. */
final class Admission {
    private final LiveCatalogs catalogs;
    private final CrossOrigin crossOrigin;
    private final Authentications authentications;
    private final AuthenticationObserver observer;

    Admission(
            LiveCatalogs catalogs,
            RequestOrigin origins,
            Authentications authentications,
            AuthenticationObserver observer) {
        this.catalogs = catalogs;
        this.crossOrigin = new CrossOrigin(origins);
        this.authentications = authentications;
        this.observer = observer;
    }

    private record SentCredentials(ServerRequest request, PathSegments segments, Optional<String> passed)
            implements Credentials {
        @Override
        public List<String> header(String name) {
            return Headers.all(request, HeaderNames.create(name));
        }

        @Override
        public String method() {
            return request.prologue().method().text();
        }

        @Override
        public String behindEndpoint() {
            return segments.text();
        }

        @Override
        public boolean passedBefore(String plugin) {
            return passed.filter(plugin::equals).isPresent();
        }
    }

    /**
     * A request that may go on.
     *
     * @param until when what its caller showed ends by itself
     * @param segments of its URL, by the names that it was sent to
     */
    record Admitted(LiveCatalog live, Principal principal, Optional<Instant> until, PathSegments segments) {}

    /** The bytes that the body of a request may have now; none before there is a catalog. */
    long largestRequest() {
        return catalogs.current()
                .map(live -> live.settings().limits().maxRequestSize())
                .orElse(0L);
    }

    /** The catalog and the caller of the request; empty when it was refused and answered. */
    Optional<Admitted> admit(ServerRequest request, ServerResponse response) {
        return admit(_ -> Optional.of(PathSegments.NONE), request, response);
    }

    /** The same for a path that leads to the endpoint if it has the segments of this server, and no others. */
    Optional<Admitted> admitToEndpoint(ServerRequest request, ServerResponse response) {
        var path = request.prologue().uriPath().rawPath();
        return admit(names -> RequestPath.read(path, names), request, response);
    }

    private Optional<Admitted> admit(
            Function<List<String>, Optional<PathSegments>> path, ServerRequest request, ServerResponse response) {
        var live = catalogs.current();
        if (live.isEmpty()) {
            Refusal.sendAndClose(request, response, TransportErrors.starting());
            return Optional.empty();
        }
        var segments = path.apply(live.get().settings().http().segments());
        if (segments.isEmpty()) {
            McpService.notFound(request, response);
            return Optional.empty();
        }
        var refused = crossOrigin.refuse(live.get().settings().http(), request, response);
        if (refused.isPresent()) {
            Refusal.sendAndClose(request, response, refused.get());
            return Optional.empty();
        }
        return authenticate(live.get(), new SentCredentials(request, segments.get(), Optional.empty()), response);
    }

    /**
     * The same request once its body is there, which may have taken its time: it passes by what is in force now. Empty
     * when it was refused, and has its answer.
     */
    Optional<Admitted> readmit(Admitted admitted, ServerRequest request, ServerResponse response) {
        return isCurrent(admitted)
                ? Optional.of(admitted)
                : authenticate(
                        catalogs.current().orElse(admitted.live()),
                        new SentCredentials(
                                request,
                                admitted.segments(),
                                admitted.principal().plugin()),
                        response);
    }

    /** Whether nothing was swapped since that could concern its caller. */
    boolean isCurrent(Admitted admitted) {
        return catalogs.current()
                .filter(live -> live == admitted.live() || asksNothing(live) && asksNothing(admitted.live()))
                .isPresent();
    }

    private static boolean asksNothing(LiveCatalog live) {
        return live.settings().auth().required().isEmpty();
    }

    /** Before the body is read. Preflight requests of browsers have no credentials. */
    private Optional<Admitted> authenticate(LiveCatalog live, SentCredentials credentials, ServerResponse response) {
        var request = credentials.request();
        var segments = credentials.segments();
        var authentication = authentications.of(live.settings().auth(), live.values());
        if (authentication.isEmpty() || request.prologue().method().equals(Method.OPTIONS)) {
            return Optional.of(new Admitted(live, Principal.ANONYMOUS, Optional.empty(), segments));
        }
        var outcome = authentication.get().judge(credentials);
        return switch (outcome.verdict()) {
            case Verdict.Passed(var principal, var until) ->
                Optional.of(new Admitted(live, principal, until, segments));
            case Verdict.Missing _ ->
                refused(outcome, TransportErrors.unauthorized("credentials are missing"), request, response);
            case Verdict.Refused(var why, var _) ->
                refused(outcome, TransportErrors.unauthorized(why), request, response);
            case Verdict.NotAdmitted(var missing) ->
                refused(
                        outcome,
                        TransportErrors.forbidden(
                                missing.isEmpty()
                                        ? "the policy of the server does not admit this caller"
                                        : "insufficient_scope, the token lacks " + String.join(" ", missing)),
                        request,
                        response);
            case Verdict.Unknown(var why, var seconds) -> {
                response.header(HeaderNames.RETRY_AFTER, Long.toString(seconds));
                yield refused(outcome, TransportErrors.cannotAuthenticate(why), request, response);
            }
        };
    }

    private Optional<Admitted> refused(
            Authentication.Outcome outcome, Answer answer, ServerRequest request, ServerResponse response) {
        observer.refused(outcome.verdict());
        if (answer.status() == 401 || answer.status() == 403) {
            outcome.challenges().forEach(it -> response.headers().add(HeaderNames.WWW_AUTHENTICATE, it));
        }
        Refusal.sendAndClose(request, response, answer);
        return Optional.empty();
    }

    /** What pages may send: those of a plugin and those of tools besides the usual ones. */
    void preflight(LiveCatalog live, ServerRequest request, ServerResponse response) {
        var ofPlugins = authentications
                .of(live.settings().auth(), live.values())
                .map(Authentication::headers)
                .orElseGet(List::of);
        CrossOrigin.preflight(
                response,
                Stream.concat(ofPlugins.stream(), CrossOrigin.parameterHeaders(request).stream())
                        .toList());
    }

    /** What is published of the server at that path; empty where there is nothing. */
    Optional<byte[]> metadata(String path) {
        return catalogs.current()
                .flatMap(live -> ProtectedResource.at(
                        path,
                        ReplicaEndpoint.PATH,
                        rest -> RequestPath.behind(rest, live.settings().http().segments())
                                .isPresent(),
                        live.settings().auth()));
    }
}
