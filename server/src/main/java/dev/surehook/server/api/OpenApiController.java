package dev.surehook.server.api;

import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The description of the API, for programs. */
@RestController
class OpenApiController {
    private static final Resource DOCUMENT = new ClassPathResource("openapi.json", OpenApiController.class);

    @GetMapping("/v1/openapi.json")
    ResponseEntity<byte[]> document() throws java.io.IOException {
        return ResponseEntity.ok().contentType(MediaType.APPLICATION_JSON).body(DOCUMENT.getContentAsByteArray());
    }
}
