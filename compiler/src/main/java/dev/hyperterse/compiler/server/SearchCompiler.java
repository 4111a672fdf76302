package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.server.search.EntryToolNames;
import dev.hyperterse.catalog.server.search.HitMember;
import dev.hyperterse.catalog.server.search.SearchLanguage;
import dev.hyperterse.catalog.server.search.SearchSettings;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.server.Search;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The section of a server about search. What is faulty keeps what is published, or takes its default.
 *
 * @param programs whether clients may send programs
 * @param problems of the server, which those of the section join
 */
record SearchCompiler(
        Optional<Search> declared, Optional<SearchSettings> published, boolean programs, List<Problem> problems) {
    private static final int USUAL_LIMIT = 10;
    private static final String RUN = "run";

    /** @param foreignLeaves whether leaves of other namespaces may attach: what one team wrote is not another's to read */
    SearchSettings compile(boolean foreignLeaves) {
        return new SearchSettings(
                declared.flatMap(Search::limit).orElse(USUAL_LIMIT),
                statements(foreignLeaves),
                language(),
                hits(),
                tools());
    }

    private boolean statements(boolean foreignLeaves) {
        return declared.flatMap(Search::statements)
                .map(statements -> switch (statements) {
                    case Show -> true;
                    case Hide -> false;
                    case Unrecognized -> unknown("spec.search.statements", SearchSettings::showStatements, false);
                })
                .orElse(!foreignLeaves);
    }

    private SearchLanguage language() {
        return declared.flatMap(Search::language)
                .map(language -> Choice.of(language, SearchLanguage.class)
                        .orElseGet(() ->
                                unknown("spec.search.language", SearchSettings::language, SearchLanguage.English)))
                .orElse(SearchLanguage.English);
    }

    /** In the order of the constants, so that the order in the manifest makes no difference. */
    private List<HitMember> hits() {
        var members = EnumSet.noneOf(HitMember.class);
        for (var member :
                declared.flatMap(Search::hits).map(Search.Hits::members).orElse(List.of())) {
            var known = Choice.of(member, HitMember.class);
            if (known.isEmpty()) {
                return unknown("spec.search.hits.members", SearchSettings::hits, List.of());
            }
            members.add(known.get());
        }
        return List.copyOf(members);
    }

    /** Empty where all have their usual names. */
    private Optional<EntryToolNames> tools() {
        var named = declared.flatMap(Search::tools);
        var names = new EntryToolNames(
                named.flatMap(Search.EntryTools::search).orElse(EntryToolNames.USUAL.search()),
                named.flatMap(Search.EntryTools::execute).orElse(EntryToolNames.USUAL.execute()),
                named.flatMap(Search.EntryTools::change),
                programs ? named.flatMap(Search.EntryTools::run).or(() -> Optional.of(RUN)) : Optional.empty());
        if (names.all().distinct().count() < names.all().count()) {
            problems.add(Reason.InvalidServer.problem(
                    "spec.search.tools",
                    "entry-tool-once",
                    "two entry tools have the same name",
                    "give search, execute, change and run different names"));
            return published.flatMap(SearchSettings::tools).map(this::withPrograms);
        }
        return Optional.of(names).filter(it -> !it.equals(EntryToolNames.USUAL));
    }

    /** The entry tool for programs goes with them. */
    private EntryToolNames withPrograms(EntryToolNames last) {
        return programs ? last : new EntryToolNames(last.search(), last.execute(), last.change());
    }

    private <T> T unknown(String path, Function<SearchSettings, T> setting, T unset) {
        problems.add(Unsupported.unknownValue(path));
        return published.map(setting).orElse(unset);
    }
}
