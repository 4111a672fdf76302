package dev.hyperterse.runtime.http;

import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.runtime.auth.Authentication;
import dev.hyperterse.runtime.auth.Authentications;
import dev.hyperterse.runtime.auth.ProtectedResource;
import dev.hyperterse.runtime.auth.caller.AuthenticationObserver;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.Credentials;
import dev.hyperterse.runtime.http.request.CalledUrl;
import dev.hyperterse.runtime.http.request.RequestOrigin;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.ServedVersions;
import dev.hyperterse.runtime.mcp.call.Answer;
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
    private static final CalledUrl.Endpoint SERVER = new CalledUrl.Endpoint(PathSegments.NONE, Optional.empty());

    private final ToolsetCallers callers = new ToolsetCallers();
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

    /** @param at the URL that is called */
    private record SentCredentials(ServerRequest request, CalledUrl.Endpoint at, Optional<String> passed)
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
            return at.behind();
        }

        @Override
        public boolean passedBefore(String plugin) {
            return passed.filter(plugin::equals).isPresent();
        }
    }

    /**
     * An admitted request.
     *
     * @param served the catalog that admitted it
     * @param live the same at the URL that is called, from which it is answered
     * @param until when the credentials of its caller expire
     * @param segments of its URL, by the names of that catalog
     */
    record Admitted(
            LiveCatalog served,
            LiveCatalog live,
            Principal principal,
            Optional<Instant> until,
            PathSegments segments) {}

    /** The limit of request bodies in bytes; zero before the first catalog. */
    long largestRequest() {
        return catalogs.current()
                .map(live -> live.settings().limits().maxRequestSize())
                .orElse(0L);
    }

    /** Admits a request for any path; empty if it was refused and answered. */
    Optional<Admitted> admit(ServerRequest request, ServerResponse response) {
        return current(request, response)
                .flatMap(live -> admit(live, new SentCredentials(request, SERVER, Optional.empty()), response));
    }

    /** Admits a request whose path has exactly the segments of this server; empty when it was refused and answered. */
    Optional<Admitted> admitToEndpoint(ServerRequest request, ServerResponse response) {
        return current(request, response).flatMap(live -> admitToEndpoint(live, Optional.empty(), request, response));
    }

    /**
     * Admits the request again after its body has arrived, if a swap came meanwhile: the new catalog decides about
     * everything, and answers it. Empty if it was refused and answered.
     */
    Optional<Admitted> readmit(Admitted admitted, ServerRequest request, ServerResponse response) {
        var live = catalogs.current().orElse(admitted.served());
        if (live == admitted.served()) {
            return Optional.of(admitted);
        }
        response.headers().remove(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN);
        return admitToEndpoint(live, admitted.principal().plugin(), request, response);
    }

    private Optional<LiveCatalog> current(ServerRequest request, ServerResponse response) {
        var live = catalogs.current();
        if (live.isEmpty()) {
            Refusal.sendAndClose(request, response, TransportErrors.starting());
        }
        return live;
    }

    /** @param passed the plugin that the same request has passed before */
    private Optional<Admitted> admitToEndpoint(
            LiveCatalog live, Optional<String> passed, ServerRequest request, ServerResponse response) {
        return switch (CalledUrl.of(request.prologue().uriPath().rawPath(), live.settings())) {
            case CalledUrl.Endpoint at -> admit(live, new SentCredentials(request, at, passed), response);
            case CalledUrl.UnknownToolset(var name) -> {
                response.header(Headers.ANY_ORIGIN);
                Refusal.sendAndClose(request, response, TransportErrors.unknownToolset(name));
                yield Optional.empty();
            }
            case CalledUrl.Elsewhere() -> {
                McpService.notFound(request, response);
                yield Optional.empty();
            }
        };
    }

    private Optional<Admitted> admit(LiveCatalog live, SentCredentials credentials, ServerResponse response) {
        var request = credentials.request();
        var refused = crossOrigin.refuse(live.settings().http(), request, response);
        if (refused.isPresent()) {
            Refusal.sendAndClose(request, response, refused.get());
            return Optional.empty();
        }
        return authenticate(live, credentials, response);
    }

    /** Whether no swap came since its admission. */
    boolean isLive(Admitted admitted) {
        return catalogs.current().filter(live -> live == admitted.served()).isPresent();
    }

    /** Whether no swap since its admission can concern its caller. */
    boolean isCurrent(Admitted admitted) {
        return catalogs.current()
                .filter(live -> live == admitted.served()
                        || requiresNoAuthentication(live)
                                && requiresNoAuthentication(admitted.served())
                                && live.settings()
                                        .toolsets()
                                        .equals(admitted.served().settings().toolsets()))
                .isPresent();
    }

    private static boolean requiresNoAuthentication(LiveCatalog live) {
        return live.settings().auth().required().isEmpty();
    }

    /** Before the body is read. Preflight requests of browsers have no credentials. */
    private Optional<Admitted> authenticate(LiveCatalog live, SentCredentials credentials, ServerResponse response) {
        var request = credentials.request();
        var authentication = authentications.of(
                live.settings(), live.values(), credentials.at().toolset());
        if (authentication.isEmpty() || request.prologue().method().equals(Method.OPTIONS)) {
            return Optional.of(admitted(live, credentials.at(), Principal.ANONYMOUS, Optional.empty()));
        }
        var outcome = authentication.get().authenticate(credentials);
        return switch (outcome.result()) {
            case AuthenticationResult.Passed(var principal, var until) ->
                Optional.of(admitted(live, credentials.at(), principal, until));
            case AuthenticationResult.Missing _ ->
                refused(outcome, TransportErrors.unauthorized("credentials are missing"), request, response);
            case AuthenticationResult.Refused(var why, var _) ->
                refused(outcome, TransportErrors.unauthorized(why), request, response);
            case AuthenticationResult.NotAdmitted(var missing) ->
                refused(
                        outcome,
                        TransportErrors.forbidden(
                                missing.isEmpty()
                                        ? "the policy of the server does not admit this caller"
                                        : "insufficient_scope, the token lacks " + String.join(" ", missing)),
                        request,
                        response);
            case AuthenticationResult.Unknown(var why, var seconds) -> {
                response.header(HeaderNames.RETRY_AFTER, Long.toString(seconds));
                yield refused(outcome, TransportErrors.cannotAuthenticate(why), request, response);
            }
        };
    }

    private Admitted admitted(LiveCatalog live, CalledUrl.Endpoint at, Principal principal, Optional<Instant> until) {
        var caller = callers.at(at.toolset(), principal);
        return new Admitted(live, live.atUrlOf(caller), caller, until, at.segments());
    }

    private Optional<Admitted> refused(
            Authentication.Outcome outcome, Answer answer, ServerRequest request, ServerResponse response) {
        observer.refused(outcome.result());
        if (answer.status() == 401 || answer.status() == 403) {
            outcome.challenges().forEach(it -> response.headers().add(HeaderNames.WWW_AUTHENTICATE, it));
        }
        Refusal.sendAndClose(request, response, answer);
        return Optional.empty();
    }

    /**
     * Answers a preflight request with the headers that cross-origin requests may have: the usual ones, those of
     * plugins, those that scripts read, and those of tools.
     */
    void preflight(LiveCatalog live, ServerRequest request, ServerResponse response) {
        var ofPlugins = authentications
                .of(live.settings(), live.values(), Optional.empty())
                .map(Authentication::headers)
                .orElseGet(List::of);
        CrossOrigin.preflight(
                response,
                Stream.of(
                                ofPlugins.stream(),
                                live.settings().scripting().headers().stream(),
                                CrossOrigin.parameterHeaders(request))
                        .flatMap(Function.identity()));
    }

    /** The metadata of the protected resource at that path; empty if there is none. */
    Optional<byte[]> metadata(String path) {
        return catalogs.current()
                .map(LiveCatalog::settings)
                .flatMap(settings -> ProtectedResource.at(
                        path,
                        ReplicaEndpoint.PATH,
                        rest -> described(CalledUrl.behind(rest, settings), settings),
                        settings.auth(),
                        settings.toolsets()));
    }

    /** The card of the endpoint or toolset whose URL is that path without its end; empty if there is none. */
    Optional<byte[]> card(String path, ServedVersions served) {
        return catalogs.current().map(LiveCatalog::settings).flatMap(settings -> ServerCard.at(path, settings, served));
    }

    /** The authentication that metadata of a URL describes. */
    private static Optional<AuthSettings> described(CalledUrl url, ServerSettings settings) {
        return Optional.of(url)
                .filter(CalledUrl.Endpoint.class::isInstance)
                .map(it -> ((CalledUrl.Endpoint) it).toolset().flatMap(settings::toolset))
                .flatMap(toolset -> toolset.map(it -> it.metadataOf(settings.auth()))
                        .orElseGet(() -> Optional.of(settings.auth())));
    }
}
