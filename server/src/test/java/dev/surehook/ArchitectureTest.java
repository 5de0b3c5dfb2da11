package dev.surehook;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The module lines: arrows point down only. */
@AnalyzeClasses(packages = "dev.surehook", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    @ArchTest
    static final ArchRule MODULES_USE_THOSE_BELOW = layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("server")
            .definedBy("dev.surehook.server..")
            .layer("spring")
            .definedBy("dev.surehook.spring..")
            .layer("testkit")
            .definedBy("dev.surehook.testkit..")
            .layer("engine")
            .definedBy("dev.surehook.engine..")
            .layer("signatures")
            .definedBy("dev.surehook.signatures..")
            .whereLayer("server")
            .mayNotBeAccessedByAnyLayer()
            .whereLayer("spring")
            .mayOnlyBeAccessedByLayers("server")
            .whereLayer("testkit")
            .mayOnlyBeAccessedByLayers("server")
            .whereLayer("engine")
            .mayOnlyBeAccessedByLayers("server", "spring", "testkit")
            .whereLayer("signatures")
            .mayOnlyBeAccessedByLayers("server", "spring", "testkit", "engine");

    @ArchTest
    static final ArchRule SIGNATURES_NEED_NOTHING_BUT_JAVA = noClasses()
            .that()
            .resideInAPackage("dev.surehook.signatures..")
            .should()
            .dependOnClassesThat()
            .resideOutsideOfPackages("java..", "javax.crypto..", "org.jspecify..", "dev.surehook.signatures..");

    /** But for the one class that puts testers into a Spring test's context, where there is Spring. */
    @ArchTest
    static final ArchRule THE_ENGINE_KNOWS_NO_SPRING = noClasses()
            .that()
            .resideInAnyPackage("dev.surehook.engine..", "dev.surehook.testkit..")
            .and()
            .haveNameNotMatching("dev\\.surehook\\.testkit\\.webhook\\.SpringTesters(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.springframework..", "jakarta.servlet..");

    @ArchTest
    static final ArchRule THE_INTAKE_KNOWS_NO_SPRING = noClasses()
            .that()
            .resideInAnyPackage("dev.surehook.spring.ingest..", "dev.surehook.spring.observe..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.springframework..");

    @ArchTest
    static final ArchRule ENGINE_FEATURES_FORM_NO_CYCLE =
            slices().matching("dev.surehook.engine.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule ONLY_A_STORE_TALKS_TO_A_DATABASE = noClasses()
            .that()
            .resideOutsideOfPackages("dev.surehook.engine.store..", "dev.surehook.testkit.store..")
            .and()
            // They pass on the connection of a transaction that is shared: by a handler or an effect with the mark, by
            // a
            // publisher with what it publishes.
            .resideOutsideOfPackages("dev.surehook.engine.work..", "dev.surehook.engine.outbox..")
            .and()
            .resideOutsideOfPackage("dev.surehook.spring..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.sql..", "javax.sql..", "org.sqlite..", "org.postgresql..");
}
