package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.engines.http.CallerEndpoint;
import dev.hyperterse.engines.http.RetryRules;
import dev.hyperterse.engines.http.token.NotExchanged;
import dev.hyperterse.engines.mcp.message.NotMcp;
import dev.hyperterse.engines.mcp.message.Reply;
import dev.hyperterse.engines.mcp.message.StreamEnded;
import java.io.IOException;
import java.net.ProtocolException;
import java.util.Optional;
import java.util.zip.ZipException;

/** Failures as the caller may see them: words of the other side are bounded, and without what the adapter keeps secret. */
final class Failures {
    private static final int LONGEST = 2_000;

    private Failures() {}

    /** The other side refuses a call. */
    static CallFailure of(Reply.Refusal refusal, Action.OnServer action, CallerEndpoint endpoint) {
        return action instanceof Action.ReadResource
                        && refusal.isOfUnknownResource()
                        && !refusal.isOfCredentials()
                        && !refusal.isForNow()
                ? new CallFailure(Stage.RESOLVE, "the MCP server does not have the resource")
                : of(refusal, gone(refusal, action.defines()), endpoint);
    }

    /** The other side refuses another request. */
    static CallFailure of(Reply.Refusal refusal, CallerEndpoint endpoint) {
        return of(refusal, "", endpoint);
    }

    private static CallFailure of(Reply.Refusal refusal, String hint, CallerEndpoint endpoint) {
        if (refusal.isOfCredentials()) {
            return new CallFailure(new EngineMessage(
                    endpoint.caller().isPresent()
                            ? "the MCP server of adapter %s refuses the token that yours was exchanged for"
                                    .formatted(endpoint.adapter())
                            : "the MCP server refuses the credentials of the adapter",
                    "HTTP " + refusal.response().status()));
        }
        return new CallFailure(new EngineMessage(
                words(refusal.message(), "the MCP server refused the call", endpoint.hidden()),
                code(refusal) + hint + wait(refusal)));
    }

    /** The tool failed there. @param unasked why a question of it was not passed on, if that was so */
    static CallFailure ofTool(String text, Optional<String> unasked, HiddenValues hidden) {
        var code = "tool error"
                + unasked.map("; its question was not passed on: "::concat).orElse("");
        return new CallFailure(new EngineMessage(words(text, "the tool failed", hidden), code));
    }

    /** White space goes last: without it, a piece of a secret from the end of what was read would be shown. */
    private static String words(String text, String without, HiddenValues hidden) {
        var words = bounded(text, hidden).replaceAll("\\s+", " ").strip();
        return words.isEmpty() ? without : words;
    }

    static String bounded(String text, HiddenValues hidden) {
        var words = hidden.replacedIn(text, LONGEST);
        return words.substring(0, Math.min(words.length(), LONGEST));
    }

    /** Why there was no answer; empty when the connection was lost. */
    static Optional<String> words(IOException why) {
        return switch (why) {
            case Unreachable unreachable -> Optional.of(unreachable.reason());
            case UrlClient.Refused _ ->
                Optional.of("the MCP server redirects to another address than that of the adapter");
            case NotMcp notMcp -> Optional.of(notMcp.getMessage());
            case StreamEnded ended -> Optional.of(ended.getMessage());
            case NotExchanged without -> Optional.of(without.getMessage());
            case ProtocolException _, ZipException _ ->
                Optional.of("the response of the MCP server is not one of HTTP");
            default -> Optional.empty();
        };
    }

    private static String code(Reply.Refusal refusal) {
        return refusal.code().isPresent()
                ? "MCP " + refusal.code().getAsInt()
                : "HTTP " + refusal.response().status();
    }

    private static String gone(Reply.Refusal refusal, UpstreamDefinition kind) {
        return refusal.isOfMethod() || refusal.isOfParameters()
                ? "; the %s may not exist there any more".formatted(kind.word())
                : "";
    }

    private static String wait(Reply.Refusal refusal) {
        return RetryRules.retryAfter(refusal.response())
                .map(pause -> ", try again after %d s".formatted(Math.max(1, pause.toSeconds())))
                .orElse("");
    }
}
