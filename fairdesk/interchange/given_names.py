"""Common given names, by which a whole name is found where no other word announces it, and nouns that are no surname.

Written for FairDesk. Names that are everyday words, months or places too (Will, May, Hope, Jordan, Ernst, ...) are left
out.
"""

from __future__ import annotations

_ENGLISH = """
Aaron Abigail Adam Adrian Aidan Alan Albert Alec Alexander Alexandra Alfie Alice Alison Amanda Amber Amelia Amy Andrea
Andrew Angela Anna Anne Annie Anthony Arthur Barbara Ben Benjamin Bernard Beth Bethany Brandon Brenda Brian Bridget
Callum Cameron Carl Carol Caroline Catherine Charles Charlie Chloe Chris Christina Christine Christopher Claire Colin
Connor Craig Cynthia Daniel Danielle Darren David Deborah Denise Dennis Derek Diana Donald Donna Dorothy Douglas Dylan
Edward Eleanor Elizabeth Ella Ellen Emily Emma Eric Ethan Evan Evelyn Fiona Frances Francis Frank Fred Gareth Gary Gemma
Geoffrey George Gerald Gillian Graham Gregory Hannah Harold Harriet Harry Heather Helen Henry Holly Howard Hugh Ian
Isaac Isabel Isabella Isla Jack Jacob Jake James Jamie Jane Janet Jason Jeffrey Jennifer Jeremy Jessica Jill Joan Joanna
Joanne Joe John Jonathan Joseph Joshua Joyce Judith Julia Julie Justin Karen Kate Katherine Kathleen Katie Keith Kelly
Kenneth Kevin Kimberly Kyle Larry Laura Lauren Lawrence Leanne Leo Leslie Lewis Liam Linda Lisa Logan Louis Louise Lucas
Lucy Luke Lydia Malcolm Margaret Maria Marie Martin Mary Matthew Megan Melissa Michael Michelle Molly Nancy Naomi
Natalie Natasha Nathan Neil Nicholas Nicola Nicole Nigel Noah Nora Oliver Olivia Oscar Owen Pamela Patricia Patrick Paul
Paula Peter Philip Phoebe Rachel Ralph Raymond Rebecca Richard Robert Roger Ronald Rory Rosie Ross Ruth Ryan Samantha
Samuel Sandra Sarah Scott Sean Sharon Shaun Simon Sophia Sophie Stacey Stephanie Stephen Steven Stuart Susan Suzanne
Teresa Terry Thomas Timothy Tracey Trevor Tyler Vanessa Vincent Walter Wayne Wendy William Zachary Zoe
"""
_GERMAN = """
Achim Alexandra Alina Amelie Andrea Andreas Angelika Anika Anja Anke Annette Annika Anton Antonia Arne Astrid Axel
Bastian Bernd Bernhard Bettina Birgit Birte Björn Brigitte Britta Carla Carolin Carsten Christiane Christoph Clara
Claudia Cornelia Dagmar Daniela Dieter Dietmar Dirk Doris Dörte Eberhard Elena Elias Elke Emil Erika Erwin Esther Eva
Fabian Felix Finn Florian Franz Franziska Frauke Friedrich Frieda Fritz Georg Gerd Gerhard Gisela Greta Gudrun Günter
Günther Hanna Hannelore Hannes Hans Harald Heike Heiko Heinrich Heinz Helga Helmut Henning Henrik Herbert Hermann Holger
Horst Ida Ilse Ines Inga Inge Ingrid Irene Iris Jakob Jan Jana Janina Jannik Jens Joachim Johann Johanna Johannes Jonas
Jörg Josef Judith Jürgen Jutta Kai Karin Karl Karsten Katharina Kathrin Katja Katrin Kerstin Kirsten Klara Klaus Konrad
Konstantin Kurt Lara Lars Lea Lena Leon Leonie Levin Lina Linus Lorenz Lothar Lotta Lukas Luisa Luise Manfred Manuela
Marcel Marco Mareike Margarete Margit Marianne Marion Marius Markus Marlene Martina Mathilda Mathis Matthias Maximilian
Meike Melanie Merle Mia Michaela Mila Miriam Monika Moritz Nadine Nele Niklas Nils Norbert Ole Olaf Paulina Petra
Philipp Pia Rainer Ralf Regina Reinhard Renate Rita Rolf Ronja Rüdiger Rudolf Sabine Saskia Sandra Sebastian Silke
Silvia Simone Sonja Stefan Stefanie Stephan Susanne Svenja Swantje Tanja Thea Theo Theresa Thorsten Till Tim Timo Tobias
Tom Torben Udo Ulrich Ulrike Ursula Ute Uwe Valentin Vera Verena Volker Werner Wiebke Wilhelm Wolfgang Yvonne
"""
_FRENCH = """
Adèle Adrien Agathe Agnès Alain Albane Alexandre Alexis Alice Amandine Amélie Anaïs André Anouk Antoine Arnaud Arthur
Audrey Aurélie Aurélien Axelle Baptiste Bastien Béatrice Benoît Bernard Bertrand Brigitte Bruno Camille Capucine Carole
Cécile Cédric Céline Chantal Charlotte Christelle Christophe Clara Claude Clément Clémence Colette Corentin Corinne
Cyril Damien Delphine Denis Didier Dorian Edouard Édouard Élise Élodie Éloïse Émilie Emmanuel Emmanuelle Éric Estelle
Étienne Eugénie Fabien Fabrice Fanny Florent Francine Franck François Françoise Frédéric Gabriel Gaëlle Gaspard Gauthier
Geneviève Georges Gérard Ghislaine Gilles Grégoire Guillaume Guy Hélène Hervé Hugo Inès Isabelle Jacqueline Jacques Jean
Jeanne Jérémy Jérôme Joëlle Josiane Jules Julie Julien Juliette Justine Karine Laetitia Laure Laurence Laurent Léa Léo
Léon Loïc Louis Louise Luc Lucas Lucie Ludovic Lucien Madeleine Maëlle Manon Marc Marcel Margaux Marguerite Marie Marine
Marion Martine Mathieu Mathilde Maxime Mélanie Michel Michèle Monique Morgane Muriel Nadège Nathalie Nicolas Noémie
Odile Océane Olivier Pascal Pascale Patrice Paul Pauline Philippe Pierre Quentin Raphaël Régis Rémi Rémy Renaud René
Rodolphe Romain Sabrina Sébastien Sévérine Séverine Simone Solène Sophie Stéphane Stéphanie Suzanne Sylvain Sylvie Théo
Théodore Thérèse Thibault Thibaut Thierry Timothée Tristan Valentine Valérie Véronique Victor Vincent Virginie Viviane
Xavier Yann Yves Yvette
"""
_SPANISH = """
Adela Adolfo Adriana Adrián Agustín Aitana Alberto Alejandra Alejandro Álex Alfonso Alfredo Alicia Almudena Álvaro
Amalia Ana Andrea Andrés Ángel Ángela Antonia Antonio Araceli Arturo Beatriz Begoña Belén Benito Bernardo Borja Carla
Carlos Carlota Carmen Carolina Catalina Cecilia César Clara Cristian Cristina Cristóbal Daniela David Diego Eduardo
Elena Elisa Elvira Emilia Emilio Enrique Ernesto Esteban Esther Eugenia Eugenio Eva Fabiola Federico Felipe Félix
Fernanda Fernando Fidel Francisca Francisco Gabriela Gema Gerardo Germán Gonzalo Graciela Gregorio Guadalupe Guillermo
Gustavo Héctor Hernán Hugo Ignacio Inés Irene Isabel Isidro Iván Ixchel Javier Jesús Jimena Joaquín Jorge José Josefa
Josefina Juan Juana Julián Julio Laura Leandro Leonardo Leticia Lorena Lorenzo Lourdes Lucía Luciana Luis Luisa Manuel
Manuela Marcela Marcos Margarita María Mariana Mariano Marina Mario Marisol Marta Martín Martina Mateo Matilde Mauricio
Miguel Miriam Mónica Montserrat Nadia Natalia Nerea Nicolás Noelia Nuria Olga Óscar Pablo Paloma Patricia Paula Pedro
Rafael Ramiro Ramón Raquel Raúl Rebeca Ricardo Roberto Rocío Rodrigo Rogelio Rosalía Rubén Sara Sergio Silvia Sofía
Sonia Susana Teresa Tomás Valentina Valeria Vicente Verónica Víctor Ximena Yolanda
"""
_OTHER = """
Ahmet Ali Alperen Aslı Ayşe Aylin Azra Baran Berat Berk Büşra Burak Cem Cemal Ceren Deniz Derya Ebru Ece Elif Emine Emre
Enes Erdem Esra Fatma Furkan Gizem Gökhan Hakan Halil Hatice Hüseyin İbrahim Ibrahim Kemal Kerem Leyla Mehmet Melek
Meltem Merve Metin Murat Mustafa Nur Onur Orhan Özge Özlem Selin Selma Sema Serkan Sevgi Sibel Süleyman Tarık Ufuk Umut
Volkan Yasemin Yusuf Zehra Zeynep Abdul Abdullah Abdulrahman Ahmad Ahmed Aisha Amal Amina Amir Ayman Bilal Dalia Dina
Fadi Farah Faris Fatima Fatimah Habib Hadi Hamza Hana Hasan Hassan Hisham Hussein Imran Jamal Kareem Karim Khadija
Khaled Khalid Laila Layla Mahmoud Malik Mariam Maryam Mohamed Mohammad Mohammed Mona Muhammad Mustapha Nabil Nasser Noor
Noura Omar Osama Rania Rashid Reem Salim Salma Samir Samira Sami Tariq Walid Yasmin Yasser Youssef Zainab Zahra
Agnieszka Aleksandar Aleksandra Aleksei Alexei Alexey Anastasia Andrei Andrey Andrzej Bartosz Bogdan Boris Danuta Darya
Dmitri Dmitry Dragan Ekaterina Ewa Galina Goran Grzegorz Igor Ilya Irina Ivan Ivana Jadwiga Jaroslav Jelena Jovana Kamil
Katarzyna Krzysztof Ksenia Larisa Ljubica Ludmila Łukasz Maciej Magdalena Małgorzata Marek Marija Mikhail Milan Milica
Milena Mirela Nadezhda Nikola Nikolai Oksana Oleg Olena Olga Pavel Pavlo Petar Piotr Radoslav Sergei Sergey Snežana
Stanislav Svetlana Taras Tatiana Tomasz Vadim Vesna Viktor Viktoria Vladimir Volodymyr Wojciech Yulia Yuri Zoran Aarav
Aditi Aditya Amit Anand Ananya Anil Anita Anjali Arjun Arun Ashok Deepa Deepak Divya Gaurav Geeta Harish Ishaan Karthik
Kavita Kavya Krishna Lakshmi Manish Meena Meera Mohan Neha Nikhil Nisha Pooja Prakash Pranav Prashant Priya Rahul Rajesh
Rakesh Ramesh Ravi Rohan Rohit Sachin Sandeep Sanjay Shreya Shweta Sneha Sunil Sunita Suresh Swati Tanvi Varun Vidya
Vijay Vikram Vinod Vivek Yash Chen Haruka Haruto Hiroshi Hui Jia Jiahao Jing Kenji Kaito Lei Ling Mei Minh Naoki Ngoc
Nguyen Phuong Quang Sakura Satoshi Seojun Soyeon Takashi Takeshi Thanh Thu Tuan Wei Xiao Xin Yan Yang Ying Yoko Yuan
Yuki Yun Yuna Yuto Zhang Zhi Minjun Jiwoo Hyun Jisoo Chidi Chinedu Chiamaka Emeka Ifeoma Kwame Kofi Akosua Amara Ngozi
Oluwaseun Tunde Yetunde Zanele Sipho Thabo Thandiwe Kwabena Abena Fatou Mamadou Ousmane Aminata Ibrahima
"""

GIVEN_NAMES = frozenset(f"{_ENGLISH}{_GERMAN}{_FRENCH}{_SPANISH}{_OTHER}".split())
"""With their capital letter."""

_NOUNS = """
Freude Spaß Zeit Mut Interesse Talent Glück Hilfe Kraft Lust Erfolg Geduld Fragen Physik Mathematik Chemie Biologie
Geschichte Deutsch Englisch Informatik Musik Sport Kunst Noten Note Abitur Klasse Kurs Preis Projekt Arbeit Arbeiten
Aufgaben Unterricht Leistung Leistungen Verantwortung Vertrauen Platz Punkte Jahre Jahr Stunden Mitschüler
Mitschülerinnen Lehrer Lehrerin Eltern Familie Freunde Gruppe Team Prüfung Studienplatz Universität
Street Road Avenue Hall Hospital Award Prize Foundation Institute Laboratory Library Park
"""
NO_SURNAMES = frozenset(_NOUNS.split())
"""Capitalised nouns that stand behind a given name now and then and are no surname."""
