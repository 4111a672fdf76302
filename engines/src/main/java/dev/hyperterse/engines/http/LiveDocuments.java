package dev.hyperterse.engines.http;

import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.BodyReader;
import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.catalog.request.DocumentDigest;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.zip.ZipException;

/**
 * The documents that an API publishes now, to compare them with those that were approved. Each is read once for all tools
 * that it describes, in memory of its own, and only its digest is kept.
 */
final class LiveDocuments {
    /** Long enough for one pass over all tools of an adapter. */
    private static final long FRESH = Duration.ofSeconds(2).toNanos();

    private static final int LARGEST = 8 * 1024 * 1024;

    /** A growing buffer is copied. */
    private static final long MEMORY = 2 * LARGEST;

    /** Timeout of the request, too early, too many. */
    private static final Set<Integer> LATER = Set.of(408, 425, 429);

    private static final int FAULT = 500;

    private final HttpEndpoint endpoint;
    private final LongSupplier clock;
    private final BufferBudget budget = new BufferBudget(MEMORY);
    private final Map<String, Reading> last = new HashMap<>();

    LiveDocuments(HttpEndpoint endpoint, LongSupplier clock) {
        this.endpoint = endpoint;
        this.clock = clock;
    }

    private record Reading(long read, Found found) {}

    private sealed interface Found {
        record Document(String digest) implements Found {}

        /** The API gives no document. */
        record Nothing(String why) implements Found {}

        record NoAnswer() implements Found {}
    }

    /** @param sent the request for the document */
    StatementCheck check(BoundRequest request, FetchRequest sent, CallScope scope) {
        return switch (reading(request.target(), sent, scope).found()) {
            case Found.Document(var digest) ->
                request.published()
                        .flatMap(it -> it.digest())
                        .filter(approved -> !approved.equals(digest))
                        .map(_ -> refused(
                                request,
                                "the document that the API publishes has changed since it was approved; its digest is "
                                        + digest))
                        .orElseGet(StatementCheck.Accepted::new);
            case Found.Nothing(var why) -> refused(request, "the API publishes no document there: " + why);
            case Found.NoAnswer _ -> new StatementCheck.Unknown();
        };
    }

    private static StatementCheck refused(BoundRequest request, String words) {
        return new StatementCheck.Refused(
                new EngineMessage(words, request.method() + " " + request.target()), OptionalInt.empty());
    }

    private synchronized Reading reading(String path, FetchRequest sent, CallScope scope) {
        last.values().removeIf(it -> clock.getAsLong() - it.read() >= FRESH);
        var known = Optional.ofNullable(last.get(path));
        if (known.isPresent()) {
            return known.get();
        }
        var found = found(sent, scope);
        // A slow document is as fresh as a quick one.
        var reading = new Reading(clock.getAsLong(), found);
        last.put(path, reading);
        return reading;
    }

    private Found found(FetchRequest sent, CallScope scope) {
        try (var body = budget.open(LARGEST)) {
            return found(endpoint.of(Optional.empty()).send(sent, BodyReader.into(body)), body);
        } catch (Unreachable unreachable) {
            // A check that ends interrupts what it waits for, which says nothing of the API.
            scope.check();
            endpoint.failed(unreachable);
            return new Found.NoAnswer();
        } catch (UrlClient.Refused refused) {
            return new Found.Nothing(refused.getMessage());
        } catch (ProtocolException | ZipException malformed) {
            return new Found.Nothing("the response is not one of HTTP");
        } catch (ResultTooLarge tooLarge) {
            return new Found.Nothing("it has more than %d MiB".formatted(LARGEST >> 20));
        } catch (IOException lost) {
            scope.check();
            return new Found.NoAnswer();
        }
    }

    private static Found found(FetchResponse response, ResultBuffer body) {
        var status = response.status();
        if (status >= FAULT || LATER.contains(status)) {
            return new Found.NoAnswer();
        }
        if (status < 200 || status >= 300) {
            return new Found.Nothing("it answers with HTTP " + status);
        }
        return body.size() == 0
                ? new Found.Nothing("it is empty")
                : new Found.Document(DocumentDigest.of(body.array(), body.size()));
    }
}
