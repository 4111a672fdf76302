package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.SessionEra.Ending;
import dev.hyperterse.runtime.mcp.SessionEra.Listening;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.InFlightCalls;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.MessageScanner;
import dev.hyperterse.runtime.mcp.message.MessageScanner.Posted;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.stream.OpenStreams;
import dev.hyperterse.runtime.mcp.stream.StreamShutdown;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The protocol without the transport. Selects the era that answers a request, by the version in its metadata or header,
 * before anything specific to an era is read. Batches and requests without a version belong to the era with sessions.
 */
public final class EraSelector {
    private static final String VERSION = "mcp-protocol-version";
    private static final String SESSION = "mcp-session-id";

    private final InFlightCalls inFlight;
    private final OpenStreams streams;
    private final SessionEra legacy;
    private final Era modern;
    private final ServedVersions served;

    public EraSelector(
            InFlightCalls inFlight, OpenStreams streams, ServedVersions served, SessionEra legacy, Era modern) {
        this.inFlight = inFlight;
        this.streams = streams;
        this.legacy = legacy;
        this.modern = modern;
        this.served = served;
    }

    /**
     * Answers a body, {@code [0, length)} of the array; never throws because of its content.
     *
     * @param live the catalog that admitted the caller
     */
    public Answer post(byte[] body, int length, Caller caller, LiveCatalog live, CallStream stream) {
        return switch (MessageScanner.scan(body, length)) {
            case Posted.NotJson(var explanation) ->
                ErrorAnswers.unaddressed(RpcError.badRequest(RpcError.PARSE_ERROR, "Parse error: " + explanation));
            case Posted.NotAMessage(var explanation) ->
                ErrorAnswers.unaddressed(
                        RpcError.badRequest(RpcError.INVALID_REQUEST, "Invalid request: " + explanation));
            case Posted.Single(var message) -> single(message, caller, live, stream);
            case Posted.Batch(var messages) -> batch(messages, caller, live, stream);
        };
    }

    private Answer single(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        var unusable = RequestCheck.unusable(message);
        if (unusable.isPresent()) {
            return ErrorAnswers.of(message, unusable.get());
        }
        var mismatch = severalVersions(caller).or(() -> mismatch(message, caller));
        if (mismatch.isPresent()) {
            return ErrorAnswers.of(message, mismatch.get());
        }
        var foreign = RequestCheck.foreignVersion(message, caller, legacy);
        if (foreign.isEmpty()) {
            if (caller.pipe().isPresent() && message.kind() == PostedMessage.Kind.NOTIFICATION) {
                // A notification does not name the era of the request that it is about.
                modern.answer(message, caller, live, stream);
            }
            return severalSessions(caller)
                    .map(several -> ErrorAnswers.of(message, several))
                    .orElseGet(() -> legacy.answer(message, caller, live, stream));
        }
        return modern.recognizes(foreign.get())
                ? modern.answer(message, caller, live, stream)
                : ErrorAnswers.of(message, served.refusal(foreign.get()));
    }

    /** The versions whose requests are served. */
    public ServedVersions served() {
        return served;
    }

    /** A proxy may have read the header only. The versions of the era with sessions do not differ for a proxy. */
    private Optional<RpcError> mismatch(PostedMessage message, Caller caller) {
        if (!message.has(Member.PROTOCOL_VERSION)) {
            return Optional.empty();
        }
        var named = message.string(Member.PROTOCOL_VERSION);
        return caller.protocolVersion()
                .filter(header -> !header.equals(named))
                .filter(header -> !legacy.recognizes(header) || !legacy.recognizes(named))
                .map(_ -> RpcError.headerMismatch("MCP-Protocol-Version differs from the version in '_meta'"));
    }

    /** It is unknown which of them a proxy has used. */
    private static Optional<RpcError> severalVersions(Caller caller) {
        var versions = caller.headers().all(VERSION);
        return versions.size() > 1 && Set.copyOf(versions).size() > 1
                ? Optional.of(RpcError.headerMismatch(
                        "there are several MCP-Protocol-Version headers with different versions"))
                : Optional.empty();
    }

    /** It is unknown which of them a proxy has routed by; only the era with sessions reads the header. */
    private static Optional<RpcError> severalSessions(Caller caller) {
        return caller.headers().all(SESSION).size() > 1
                ? Optional.of(RpcError.badRequest(
                        RpcError.INVALID_REQUEST, "Invalid request: there is more than one header Mcp-Session-Id"))
                : Optional.empty();
    }

    /** A batch that names a version of another era, in its header or in any message, is refused as a whole. */
    private Answer batch(List<PostedMessage> messages, Caller caller, LiveCatalog live, CallStream stream) {
        var several = severalVersions(caller).or(() -> severalSessions(caller));
        if (several.isPresent()) {
            return ErrorAnswers.unaddressed(several.get());
        }
        return foreignVersion(caller)
                .or(() -> messages.stream()
                        .filter(message -> RequestCheck.unusable(message).isEmpty())
                        .flatMap(message -> RequestCheck.foreignVersion(message, caller, legacy).stream())
                        .findFirst())
                .map(version -> ErrorAnswers.unaddressed(
                        modern.recognizes(version)
                                ? RpcError.badRequest(
                                        RpcError.INVALID_REQUEST,
                                        "Invalid request: protocol " + version + " has no batches")
                                : served.refusal(version)))
                .orElseGet(() -> legacy.batch(messages, caller, live, stream));
    }

    private Optional<String> foreignVersion(Caller caller) {
        return caller.protocolVersion().filter(version -> !legacy.recognizes(version));
    }

    /** Opens the stream of the session that the headers name; at most {@code most} are open at once. */
    public Listening listen(Caller caller, LiveCatalog live, int most) {
        if (isModern(caller)) {
            return new Listening.NotOffered();
        }
        return refused(caller)
                .<Listening>map(Listening.Refused::new)
                .orElseGet(() -> legacy.listen(caller, live, most));
    }

    /** Ends the session that the headers name. */
    public Ending end(Caller caller, LiveCatalog live) {
        if (isModern(caller)) {
            return new Ending.NotOffered();
        }
        return refused(caller).<Ending>map(Ending.Refused::new).orElseGet(() -> legacy.end(caller, live));
    }

    private boolean isModern(Caller caller) {
        return severalVersions(caller).isEmpty()
                && caller.protocolVersion().filter(modern::recognizes).isPresent();
    }

    /** The refusal of the version header of a request without a message. */
    private Optional<Answer> refused(Caller caller) {
        return severalVersions(caller)
                .or(() -> severalSessions(caller))
                .or(() -> foreignVersion(caller).map(served::refusal))
                .map(ErrorAnswers::unaddressed);
    }

    /** Whether a message is of an era without sessions, and thus independent of messages before and behind it. */
    public boolean standsByItself(byte[] body, int length) {
        return MessageScanner.scan(body, length) instanceof Posted.Single(var message)
                && message.isString(Member.PROTOCOL_VERSION)
                && modern.recognizes(message.string(Member.PROTOCOL_VERSION));
    }

    /** The number of running calls. */
    public int running() {
        return inFlight.running();
    }

    /** Cancels all calls, at the end of a graceful shutdown. */
    public void cancelAll() {
        inFlight.endAll();
    }

    /** Opens no more streams; the returned shutdown ends the open ones. */
    public StreamShutdown beginShutdown() {
        legacy.beginShutdown();
        return streams.beginShutdown(System.nanoTime());
    }

    /** Ends all streams; their clients reconnect to other replicas. */
    public void closeStreams() {
        streams.close();
        legacy.beginShutdown();
    }
}
