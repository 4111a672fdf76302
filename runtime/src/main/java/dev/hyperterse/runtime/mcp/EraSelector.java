package dev.hyperterse.runtime.mcp;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.mcp.MessageScanner.Posted;
import dev.hyperterse.runtime.mcp.SessionEra.Ending;
import dev.hyperterse.runtime.mcp.SessionEra.Listening;
import dev.hyperterse.runtime.mcp.stream.StreamDeparture;
import java.util.List;
import java.util.Optional;

/**
 * The protocol without the transport: decides which era answers a request, by the version that its metadata or its header
 * names, before anything is read that only one era has. A request that names none is of the era with sessions, and so are
 * batches.
 */
public final class EraSelector {
    private final LiveCatalogs catalogs;
    private final InFlightCalls inFlight;
    private final SessionEra legacy;
    private final Era modern;
    private final ServedVersions served;

    public EraSelector(
            LiveCatalogs catalogs, InFlightCalls inFlight, ServedVersions served, SessionEra legacy, Era modern) {
        this.catalogs = catalogs;
        this.inFlight = inFlight;
        this.legacy = legacy;
        this.modern = modern;
        this.served = served;
    }

    /** Answers a body, {@code [0, length)} of the array; never throws for what a client sent. */
    public Answer post(byte[] body, int length, Caller caller, CallStream stream) {
        var live = catalogs.current();
        if (live.isEmpty()) {
            return ErrorAnswers.unaddressed(RpcError.starting());
        }
        return switch (MessageScanner.scan(body, length)) {
            case Posted.Malformed(int code, var explanation) ->
                ErrorAnswers.unaddressed(RpcError.badRequest(code, explanation));
            case Posted.Single(var message) -> single(message, caller, live.get(), stream);
            case Posted.Batch(var messages) -> batch(messages, caller, live.get(), stream);
        };
    }

    private Answer single(PostedMessage message, Caller caller, LiveCatalog live, CallStream stream) {
        var unusable = RequestCheck.unusable(message);
        if (unusable.isPresent()) {
            return ErrorAnswers.of(message, unusable.get());
        }
        var foreign = RequestCheck.foreignVersion(message, caller, legacy);
        if (foreign.isEmpty()) {
            return legacy.answer(message, caller, live, stream);
        }
        return modern.recognizes(foreign.get())
                ? modern.answer(message, caller, live, stream)
                : ErrorAnswers.of(message, served.refusal(foreign.get()));
    }

    /** One that names a version of another era, in its header or in any of its messages, is refused as one. */
    private Answer batch(List<PostedMessage> messages, Caller caller, LiveCatalog live, CallStream stream) {
        return refused(caller)
                .or(() -> messages.stream()
                        .filter(message -> RequestCheck.unusable(message).isEmpty())
                        .flatMap(message -> RequestCheck.foreignVersion(message, caller, legacy).stream())
                        .findFirst()
                        .map(version -> ErrorAnswers.unaddressed(served.refusal(version))))
                .orElseGet(() -> legacy.batch(messages, caller, live, stream));
    }

    /** Opens the stream of the session that the headers name; at most so many are open at once. */
    public Listening listen(Caller caller, int most) {
        if (isModern(caller)) {
            return new Listening.NotOffered();
        }
        return refused(caller).<Listening>map(Listening.Refused::new).orElseGet(() -> catalogs.current()
                .map(live -> legacy.listen(caller, live, most))
                .orElseGet(() -> new Listening.Refused(ErrorAnswers.unaddressed(RpcError.starting()))));
    }

    /** Ends the session that the headers name. */
    public Ending end(Caller caller) {
        if (isModern(caller)) {
            return new Ending.NotOffered();
        }
        return refused(caller).<Ending>map(Ending.Refused::new).orElseGet(() -> catalogs.current()
                .map(live -> legacy.end(caller, live))
                .orElseGet(() -> new Ending.Refused(ErrorAnswers.unaddressed(RpcError.starting()))));
    }

    private boolean isModern(Caller caller) {
        return caller.protocolVersion().filter(modern::recognizes).isPresent();
    }

    /** What is wrong with the version header, where no message can name another version. */
    private Optional<Answer> refused(Caller caller) {
        return caller.protocolVersion()
                .filter(version -> !legacy.recognizes(version))
                .map(version -> ErrorAnswers.unaddressed(served.refusal(version)));
    }

    /** How many calls run. */
    public int running() {
        return inFlight.running();
    }

    /** Ends all calls, for a shutdown that has waited long enough. */
    public void cancelAll() {
        inFlight.endAll();
    }

    /** Opens no more streams, and ends those that are open by what it returns. */
    public StreamDeparture leave() {
        return legacy.leave();
    }

    /** Ends all streams; their clients come back elsewhere. */
    public void closeStreams() {
        legacy.closeStreams();
    }
}
